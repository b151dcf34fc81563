import { afterAll, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'
import { people } from '#testing/bank/customers.ts'
import { openStack } from '#testing/stack/open.ts'
import { comeBack, goToBank, newConsented } from '#testing/stack/start.ts'
import { startJobs } from './tasks.ts'
import type { Worker } from './worker.ts'

openStack()
let workers: Worker[] = []
afterAll(async () => {
  await Promise.all(workers.map(worker => worker.stop()))
})

test('two workers finish what was left, once: the first load, the quarantine, and nothing else', async () => {
  const { visitor, connectionId } = await newConsented(people.lea)
  const { flowId } = await comeBack(await goToBank(visitor, people.ines), null)
  // The person closed the browser before the first refresh; fifteen minutes passed.
  await db().connection.update({ where: { id: connectionId }, data: { syncLeaseUntil: new Date(0) } })
  await db().linkFlow.update({ where: { id: flowId ?? '' }, data: { quarantinedUntil: new Date(0) } })
  workers = [startJobs(), startJobs()]
  await expect
    .poll(async () => (await readProgress(visitor, connectionId)).accounts.map(({ state }) => state))
    .toEqual(['done'])
  await expect
    .poll(async () => (await db().revocation.findFirst({ where: { userId: visitor.userId } }))?.doneAt)
    .toBeInstanceOf(Date)
  // Calls are logged a moment after their work is done.
  const counted = (where: object) => () => db().bankCall.count({ where })
  await expect.poll(counted({ connectionId, operation: 'accounts.list', attended: false })).toBe(1)
  await expect.poll(counted({ userId: visitor.userId, operation: 'oauth.revoke' })).toBe(1)
})
