import { beforeAll, describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { db } from '#lib/db.ts'
import type { Verb } from '#lib/domain/acts.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'
import { withdrawRefund } from '#lib/services/reconciliation/refunds.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'
import { cancelMerchantPayment, checkPaymentCancellation, withdrawPayment } from './merchant-cancellations.ts'
import { createOrder } from './orders.ts'

let organisationId: string
let userId: string
beforeAll(async () => {
  const shop = await aShop()
  userId = shop.userId
  organisationId = shop.organisationId
})

const as = <const Wanted extends Verb>(verb: Wanted) =>
  actAsMember({ userId, authenticatedAt: new Date() }, { organisationId, mode: 'test' }, verb)

async function newOrder(refundOfId?: string) {
  const refund = refundOfId && ({ kind: 'refund', categoryPurpose: 'CASH', refundOfId } as const)
  return (await createOrder(organisationId, checkoutOrder(100n, refund || {}))).id
}
const statusOf = async (id: string) => (await db().paymentOrder.findUniqueOrThrow({ where: { id } })).status

test('a payment that nobody has authorised is withdrawn', async () => {
  const id = await newOrder()
  await withdrawPayment(await as('payment.withdraw'), id, storeNothing)
  expect(await statusOf(id)).toBe('cancelled')
})

describe('a refund', () => {
  test('is not found as a payment, for which other roles and scopes are enough', async () => {
    const id = await newOrder(await newOrder())
    const wish = { reason: 'DS02', instructionIds: [], presence: null } as const
    const [withdraw, check, cancel] = [
      await as('payment.withdraw'),
      await as('payment.cancel_check'),
      await as('payment.cancel'),
    ]
    for (const attempted of [
      () => withdrawPayment(withdraw, id, storeNothing),
      () => checkPaymentCancellation(check, id, null),
      () => cancelMerchantPayment(cancel, id, wish, storeNothing),
    ])
      await expect(attempted()).rejects.toMatchObject({ code: 'not_found' })
    expect(await statusOf(id)).toBe('open')
  })

  test('is withdrawn as a refund', async () => {
    const id = await newOrder(await newOrder())
    await withdrawRefund(await as('refund.withdraw'), id, storeNothing)
    expect(await statusOf(id)).toBe('cancelled')
  })
})
