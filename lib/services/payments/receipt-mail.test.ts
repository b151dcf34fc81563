import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { checkoutOrder } from '#e2e/services/checkout-order.ts'
import { openMailbox, sendDueMails } from '#e2e/services/open-mailbox.ts'
import { closeDb, db } from '#lib/db.ts'
import type { OrderStatus } from '#lib/domain/payments/order.ts'
import { createOrder } from './orders.ts'
import { mailReceipt } from './receipt-mail.ts'

const mailbox = openMailbox()
afterAll(closeDb)

/** An order that has ended, whose payer asked for a receipt at a new address. */
async function ended(status: OrderStatus, receiptLanguage: 'fr' | 'en' = 'fr') {
  const shop = { name: 'Librairie', legalName: 'Librairie', email: 'shop@guichet.example' }
  const { id: ownerId } = await db().organisation.create({ data: shop })
  const creditor = { name: 'Librairie', iban: 'DE89370400440532013000', bic: null }
  const { id } = await createOrder(ownerId, checkoutOrder(1234n, { creditor, expiresAt: null }))
  const receiptEmail = `${randomUUID()}@payer.example`
  const data = { status, receiptEmail, receiptLanguage }
  return { receiptEmail, order: await db().paymentOrder.update({ where: { id, ownerId }, data }) }
}

const addressOf = async (id: string) => (await db().paymentOrder.findUniqueOrThrow({ where: { id } })).receiptEmail

test('an executed payment: one receipt in the payer’s language, with its address, and the mail address is forgotten', async () => {
  const { receiptEmail, order } = await ended('executed', 'en')
  for (let time = 0; time < 2; time += 1) await db().$transaction(tx => mailReceipt(tx, order))
  await sendDueMails()
  const mails = await mailbox.readTo(receiptEmail)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('€12.34')
  expect(mails[0]?.text).toContain(`/pay/${order.publicId}/receipt`)
  expect(await addressOf(order.id)).toBeNull()
})

test.each(['cancelled', 'expired', 'held'] as const)('a payment that is %s: no mail', async status => {
  const { receiptEmail, order } = await ended(status)
  await db().$transaction(tx => mailReceipt(tx, order))
  await sendDueMails()
  expect(await mailbox.readTo(receiptEmail)).toEqual([])
  expect(await addressOf(order.id)).toBeNull()
})
