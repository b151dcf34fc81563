import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'
import { createOrder, type NewOrder } from '#lib/services/payments/orders.ts'
import type { OperatorPaymentFilter } from '#lib/views/operator-merchant.ts'
import { anOperator } from '#testing/people/a-person.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'
import { findPayments, listUnusual } from './merchant-payments.ts'

/** Payments of all merchants as operators find them, and signs of unusual activity, in a real database. */

const creditor = { name: 'Shop', iban: 'FR7619873009020009362007722', bic: null }
let operator: { readonly userId: string; readonly authenticatedAt: Date }
const dayMs = 24 * 60 * 60_000

beforeAll(async () => {
  operator = await anOperator({ name: 'Olivia' })
})

async function shop(change: { name?: string; beneficiaryChangedAt?: Date } = {}): Promise<string> {
  const account = { beneficiaryName: creditor.name, beneficiaryIban: creditor.iban }
  return (await aShop({ name: `Shop ${randomUUID()}`, ...account, ...change })).organisationId
}

const order = (ownerId: string, change: Partial<NewOrder> = {}) =>
  createOrder(ownerId, checkoutOrder(1_234n, { mode: 'live', creditor, ...change }))

async function attempt(ownerId: string, orderId: string, status: AttemptStatus, createdAt = now()) {
  const unique = () => randomUUID().replaceAll('-', '')
  const times = { executionDate: createdAt, createdAt, expiresAt: createdAt }
  const ids = { paymentInformationId: unique(), requestId: unique() }
  const row = await db().paymentAttempt.create({ data: attemptRow({ orderId, ownerId, status, ...ids, ...times }) })
  const endToEndId = unique()
  await db().paymentInstruction.create({
    data: {
      attemptId: row.id,
      ownerId,
      instructionId: unique(),
      endToEndId,
      position: 0,
      remittance: [],
      amountMinor: 1_234n,
      currency: 'EUR',
    },
  })
  return { endToEndId, paymentInformationId: row.paymentInformationId }
}

describe('a payment', () => {
  test('is found by id, public id, references, amount, end-to-end id, bank and merchant', async () => {
    const id = await shop()
    const reference = `Commande ${randomUUID()}`
    const instructions = [{ amountMinor: 98_765_432n, remittance: ['R'] }]
    const made = await order(id, { reference, instructions })
    await order(id)
    const { endToEndId, paymentInformationId } = await attempt(id, made.id, 'redirected')
    const found = async (filter: OperatorPaymentFilter) =>
      (await findPayments(operator, filter)).payments.map(payment => payment.id)
    for (const q of [
      made.id,
      made.publicId,
      made.structuredReference,
      reference.slice(0, 30),
      '987654.32',
      '987 654,32',
      endToEndId,
      paymentInformationId,
    ]) {
      expect(await found({ q }), q).toEqual([made.id])
    }
    expect(await found({ bank: '19870', merchant: id })).toEqual([made.id])
    expect(await found({ bank: '19871', merchant: id })).toEqual([])
    expect(await found({ merchant: id })).toHaveLength(2)
    expect(await found({ q: '%' })).toEqual([])
    expect((await findPayments(operator, { q: made.id })).payments[0]).toMatchObject({
      merchantId: id,
      bankCode: '19870',
      endToEndId,
      amount: { amount: '987654.32', currency: 'EUR' },
    })
  })

  test('of a person is never found', async () => {
    const made = await order(randomUUID(), { ownerKind: 'person', kind: 'transfer', mode: 'test' })
    expect((await findPayments(operator, { q: made.id })).payments).toEqual([])
  })

  test('stands on the page after fifty', async () => {
    const id = await shop()
    for (let count = 0; count < 51; count += 1) await order(id)
    const first = await findPayments(operator, { merchant: id })
    expect(first.payments).toHaveLength(50)
    const rest = await findPayments(operator, { merchant: id, before: first.next ?? '' })
    expect(rest.payments).toHaveLength(1)
    expect(rest.next).toBeNull()
  })
})

describe('unusual activity', () => {
  const signsOf = async (id: string) => (await listUnusual(operator)).find(one => one.id === id)?.signs ?? []

  test('a name like a known brand', async () => {
    expect(await signsOf(await shop({ name: 'Арple Store' }))).toEqual(['brand'])
    expect(await signsOf(await shop())).toEqual([])
  })

  test('many refused', async () => {
    const id = await shop()
    const one = await order(id)
    for (let count = 0; count < 10; count += 1) await attempt(id, one.id, 'rejected')
    expect(await signsOf(id)).toEqual(['refused'])
    const early = await shop()
    const other = await order(early)
    const before = new Date(now().getTime() - 8 * dayMs)
    for (let count = 0; count < 10; count += 1) await attempt(early, other.id, 'rejected', before)
    expect(await signsOf(early)).toEqual([])
  })

  test('many payers at once', async () => {
    const id = await shop()
    const hour = new Date(Math.floor(now().getTime() / 3_600_000) * 3_600_000)
    for (let count = 0; count < 30; count += 1) await attempt(id, (await order(id)).id, 'redirected', hour)
    expect(await signsOf(id)).toEqual(['rush'])
  })

  test('another account, then paid', async () => {
    const paid = async (days: number) => {
      const id = await shop({ beneficiaryChangedAt: new Date(now().getTime() - days * dayMs) })
      const made = await order(id, { instructions: [{ amountMinor: 100_000n, remittance: ['R'] }] })
      await db().paymentOrder.update({ where: { id: made.id }, data: { status: 'executed' } })
      return id
    }
    expect(await signsOf(await paid(1))).toEqual(['new_account'])
    expect(await signsOf(await paid(8))).toEqual([])
  })
})

test('nobody but operators finds anything', async () => {
  const stranger = { userId: randomUUID(), authenticatedAt: now() }
  expect(await codeOf(findPayments(stranger, {}))).toBe('not_found')
  expect(await codeOf(listUnusual(stranger))).toBe('not_found')
})
