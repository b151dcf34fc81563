import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { AttemptEvent, AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'
import { inOrder, moveAttempt } from '#lib/services/payments/state.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { newPerson } from '#testing/people/with-everything.ts'
import { attemptRow } from '#testing/shop/checkout-order.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import { mailActivity, sweepStandingOrders } from './activity-mails.ts'

const mailbox = openMailbox()

beforeAll(() => aBank({ name: 'Littoral' }))

/** Somebody with a transfer whose attempt has this status. */
async function sender(status: AttemptStatus) {
  const { session, transferId: orderId, connectionId } = await newPerson('FR7619870000010000000000138')
  const { userId, email } = session
  const id = randomUUID()
  await db().paymentAttempt.create({ data: attemptRow({ id, orderId, ownerId: userId, status }) })
  await db().paymentOrder.update({ where: { id: orderId, ownerId: userId }, data: { chosenAttemptId: id } })
  const move = (event: AttemptEvent, bankReason: string | null = null) =>
    inOrder({ ownerId: userId, orderId }, (tx, order) =>
      moveAttempt(tx, order, { id, status }, { event, by: 'bank', data: { bankReason } }),
    )
  return { userId, email, orderId, connectionId, move }
}

const subjects = {
  executed: 'Littoral a exécuté votre virement',
  refused: 'Littoral a refusé votre virement',
  linked: 'Littoral est reliée',
  ended: 'Littoral\u202f: votre virement permanent est terminé',
}

describe('a transfer of one’s own', () => {
  test('is mailed once when the bank has executed it', async () => {
    const { email, move } = await sender('confirmed')
    expect(await move('bank_executed')).toBe('executed')
    await move('bank_executed')
    expect(await mailbox.subjectsTo(email)).toEqual([subjects.executed])
  })

  test('is mailed when the bank refused it, unless it was sent again meanwhile', async () => {
    const [one, other] = [await sender('confirmed'), await sender('confirmed')]
    expect(await one.move('bank_rejected')).toBe('rejected')
    expect(await mailbox.subjectsTo(one.email)).toEqual([subjects.refused])
    await other.move('bank_rejected')
    const where = { id: other.orderId, ownerId: other.userId }
    await db().paymentOrder.update({ where, data: { status: 'pending' } })
    expect(await mailbox.subjectsTo(other.email)).toEqual([])
  })

  test.each([
    ['AM04', [subjects.refused]],
    ['CUST', []],
    ['NOAS', []],
  ])('rejected with %s is mailed only if the bank refused it', async (bankReason, mails) => {
    const { email, move } = await sender('redirected')
    expect(await move('bank_rejected', bankReason)).toBe('rejected')
    expect(await mailbox.subjectsTo(email)).toEqual(mails)
  })

  test('is not mailed to people who opted out', async () => {
    const { userId, email, move } = await sender('confirmed')
    await db().user.update({ where: { id: userId }, data: { mailNotices: false } })
    await move('bank_executed')
    expect(await mailbox.subjectsTo(email)).toEqual([])
  })
})

test('a standing order is mailed the day after its end date, once, for three days at most', async () => {
  const { userId, email, orderId } = await sender('confirmed')
  const recurrence = { frequency: 'MNTH', executionRule: 'FWNG', endDate: '2026-11-20' }
  await db().paymentOrder.update({ where: { id: orderId, ownerId: userId }, data: { status: 'confirmed', recurrence } })
  const sweepOn = async (day: string) => {
    setClock(new Date(`${day}T09:00:00Z`))
    await sweepStandingOrders()
    setClock(null)
    return mailbox.subjectsTo(email)
  }
  expect(await sweepOn('2026-11-20')).toEqual([])
  expect(await sweepOn('2026-11-24')).toEqual([])
  expect(await sweepOn('2026-11-21')).toEqual([subjects.ended])
  expect(await sweepOn('2026-11-22')).toEqual([subjects.ended])
})

test('a linked bank is mailed, unless the connection was ended meanwhile', async () => {
  const [one, other] = [await sender('confirmed'), await sender('confirmed')]
  for (const { userId, connectionId } of [one, other]) {
    const about = { aboutId: connectionId, key: connectionId, bankCode: '19870' }
    await mailActivity(db(), { userId, kind: 'bank_linked', ...about })
  }
  const where = { id: other.connectionId, userId: other.userId }
  await db().connection.update({ where, data: { status: 'disconnected' } })
  expect(await mailbox.subjectsTo(one.email)).toEqual([subjects.linked])
  expect(await mailbox.subjectsTo(other.email)).toEqual([])
})
