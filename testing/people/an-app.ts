import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { agreeToApp, proposeApp, readApp, readReview } from '#lib/services/apps/allow.ts'
import { aPerson } from './a-person.ts'
import { aConnection, anAccount } from './an-account.ts'

/** Somebody whose program reads both of their accounts with an access token. */
export async function anAppWithToken({ history = '0' } = {}) {
  const person = await aPerson()
  const { userId } = person
  const connectionId = await aConnection(userId)
  const anAccountAt = (ordinal: number) => anAccount({ userId, connectionId, ordinal, resourceId: `r${ordinal}` })
  const ids = [await anAccountAt(0), await anAccountAt(1)] as const
  for (const accountId of ids) {
    const read = { type: 'OTHR', name: 'Now', readAt: now(), amountMinor: 1_000n, currency: 'EUR' }
    await db().balance.create({ data: { userId, accountId, ...read } })
  }
  const accounts = { balances: [], transactions: ids, owners: [] }
  const id = await proposeApp(person, null, { kind: 'token', name: 'Script', days: '30', history, accounts })
  await agreeToApp(person, id, (await readReview(person, id)).hash, person)
  const token = (await readApp(person, id)).setup?.token ?? ''
  return { person, userId, connectionId, ids, id, token }
}
