import { expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { takeDueRefreshes } from '#lib/services/refresh/connection.ts'
import { schemaText } from '#prisma/read-schema.ts'
import { people } from '#testing/bank/customers.ts'
import { openStack } from '#testing/stack/open.ts'
import { newConsented } from '#testing/stack/start.ts'
import { resetTimesAhead, watchClocks, watchedTimes } from './times-ahead.ts'

openStack()

const twoDays = 2 * 86_400_000

test('every column of the schema with a due time or a lease is in the list', () => {
  let table = ''
  const columns = schemaText()
    .split('\n')
    .flatMap(line => {
      table = /^model (\w+)/.exec(line)?.[1] ?? table
      const [, name = '', isTime] = /^ {2}(\w+)\s+(DateTime)/.exec(line) ?? []
      return isTime ? [`${table}.${name}`] : []
    })
    .filter(column =>
      /\.(next\w*At|retryAt|\w*[lL]easeUntil|probeUntil|pausedUntil|restsUntil|quarantinedUntil)$/.test(column),
    )
  expect(columns.length).toBeGreaterThan(15)
  expect([...watchedTimes].sort()).toEqual(columns.sort())
})

test('a clock that jumped two days ahead and back leaves nothing waiting', async () => {
  const { connectionId } = await newConsented(people.lea)
  const where = { id: connectionId }
  // Written by a process whose clock had jumped: its next refresh, and a lease it no longer holds.
  const jumped = new Date(Date.now() + twoDays)
  const nextRefreshAt = new Date(jumped.getTime() + 3_600_000)
  const leaseUntil = new Date(jumped.getTime() + 60_000)
  const stuck = { nextRefreshAt, syncLeaseUntil: leaseUntil, leaseUntil, consentLeaseUntil: leaseUntil }
  await db().connection.update({ where, data: { ...stuck, syncLeaseId: connectionId } })
  await db().bankHealth.upsert({
    where: { bankCode: '19870' },
    create: { bankCode: '19870', breaker: 'open', downSince: now(), retryAt: jumped, probeUntil: jumped },
    update: { breaker: 'open', downSince: now(), retryAt: jumped, probeUntil: jumped },
  })
  expect(await takeDueRefreshes(10)).toEqual([])
  expect(await resetTimesAhead()).toBeGreaterThan(0)
  expect((await takeDueRefreshes(10)).map(claimed => claimed.connectionId)).toEqual([connectionId])
  const { retryAt, probeUntil } = await db().bankHealth.findUniqueOrThrow({ where: { bankCode: '19870' } })
  expect(retryAt?.getTime()).toBeLessThanOrEqual(Date.now())
  expect(probeUntil?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a time within its limit is not changed', async () => {
  const { connectionId } = await newConsented(people.camille)
  await resetTimesAhead()
  const where = { id: connectionId }
  const nextRefreshAt = new Date(Date.now() + 35 * 3_600_000)
  const syncLeaseUntil = new Date(Date.now() + 60_000)
  await db().connection.update({ where, data: { nextRefreshAt, syncLeaseUntil, syncLeaseId: connectionId } })
  expect(await resetTimesAhead()).toBe(0)
  expect(await db().connection.findUniqueOrThrow({ where })).toMatchObject({ nextRefreshAt, syncLeaseUntil })
})

test('rows are looked at when a clock was set back, and not at every call', async () => {
  const { connectionId } = await newConsented(people.lea)
  const where = { id: connectionId }
  const put = (nextRefreshAt: Date) => db().connection.update({ where, data: { nextRefreshAt } })
  const isDue = async () => (await db().connection.findUniqueOrThrow({ where })).nextRefreshAt <= now()
  await watchClocks()
  setClock(() => new Date(Date.now() + twoDays))
  await watchClocks()
  await put(new Date(Date.now() + 2 * twoDays))
  expect(await watchClocks()).toBe(0)
  expect(await isDue()).toBe(false)
  setClock(null)
  expect(await watchClocks()).toBe(1)
  expect(await isDue()).toBe(true)
})
