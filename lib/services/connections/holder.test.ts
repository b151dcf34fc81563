import { expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readHome } from '#lib/services/home/read.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { people } from '#testing/bank/customers.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openStack } from '#testing/stack/open.ts'
import { choiceOf, consent, newConsented, newLinked, newVisitor, presence } from '#testing/stack/start.ts'
import { answerHolder } from './holder.ts'
import { readConnection } from './read.ts'

openStack()

const holderOf = async (userId: string, connectionId: string) =>
  (await readConnection({ userId }, connectionId)).foreignHolder
const askedAtHome = async (userId: string) =>
  (await readHome({ userId })).attention.flatMap(({ kind, name }) => (kind === 'other_name' ? [name] : []))
const rename = (userId: string, name: string) => db().user.update({ where: { id: userId }, data: { name } })

test('access under another name is asked about until the person answers, and blocks nothing', async () => {
  const { userId, connectionId } = await newConsented(people.camille)
  expect(await holderOf(userId, connectionId), 'nothing is known before the bank was read').toBeNull()
  const progress = await refreshConnection({ userId }, connectionId, presence)
  expect(progress.accounts.every(({ state }) => state === 'done')).toBe(true)

  const { name } = (await holderOf(userId, connectionId)) ?? {}
  expect(name).toMatch(/bernard/i)
  expect(await askedAtHome(userId)).toEqual([name])

  expect(await codeOf(answerHolder({ userId: (await newVisitor()).userId }, connectionId, 'theirs'))).toBe('not_found')
  await answerHolder({ userId }, connectionId, 'not_theirs')
  expect(await holderOf(userId, connectionId)).toEqual({ name, answer: 'not_theirs' })
  expect(await askedAtHome(userId)).toEqual([])
  await answerHolder({ userId }, connectionId, 'theirs')
  expect(await holderOf(userId, connectionId)).toEqual({ name, answer: 'theirs' })
  const said = await db().auditEvent.findMany({
    where: { userId, action: 'connection.holder_answered' },
    orderBy: { at: 'asc' },
  })
  const details = said.map(({ detail }) => detail)
  expect(details).toMatchObject([{ answer: 'not_theirs' }, { answer: 'theirs' }])
  expect(JSON.stringify(details), 'no name in the audit trail').not.toMatch(/bernard/i)
})

test('an answer applies only to the name that was shown', async () => {
  const { userId, connectionId } = await newConsented(people.camille)
  await refreshConnection({ userId }, connectionId, presence)
  await answerHolder({ userId }, connectionId, 'theirs')
  const data = { psuName: 'Julien Mercier' }
  await db().connection.update({ where: { id: connectionId }, data })
  expect(await holderOf(userId, connectionId)).toEqual({ name: 'Julien Mercier', answer: null })
  await rename(userId, 'MERCIER Julien')
  expect(await holderOf(userId, connectionId), 'their own name now').toBeNull()
  await answerHolder({ userId }, connectionId, 'not_theirs')
  const { holderAnswer } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
  expect(holderAnswer, 'nothing was asked any more').toBe('theirs')
})

test('without an identity the account owners are compared; without both, no name is stored', async () => {
  const { visitor, userId, connectionId, ibans } = await newLinked(people.lea)
  await consent(visitor, connectionId, choiceOf(ibans, { owners: true }))
  await refreshConnection({ userId }, connectionId, presence)
  expect((await holderOf(userId, connectionId))?.answer).toBeNull()
  await answerHolder({ userId }, connectionId, 'theirs')
  expect((await holderOf(userId, connectionId))?.answer).toBe('theirs')

  await consent(visitor, connectionId, choiceOf(ibans, { balances: true }))
  expect(await holderOf(userId, connectionId)).toBeNull()
  const { holderName, holderAnswer } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
  expect([holderName, holderAnswer]).toEqual([null, null])
})
