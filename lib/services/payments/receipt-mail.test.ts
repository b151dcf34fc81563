import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { joinAs } from '#testing/people/join-as.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { createOrder } from './orders.ts'
import { mailReceipt } from './receipt-mail.ts'

const mailbox = openMailbox()

/** An order that has ended, whose payer asked for a receipt at a new address. */
async function ended(status: OrderStatus, receiptLanguage: 'fr' | 'en' = 'fr', logoVersion: string | null = null) {
  const { organisationId: ownerId } = await aShop({ logoVersion })
  const creditor = { name: 'Librairie', iban: 'DE89370400440532013000', bic: null }
  const { id } = await createOrder(ownerId, checkoutOrder(1234n, { creditor, expiresAt: null }))
  const receiptEmail = `${randomUUID()}@payer.example`
  await joinAs(ownerId, receiptEmail)
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

test('shows the merchant’s logo, which goes with the mail; its name once it was taken away', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
  const kept = await ended('executed', 'fr', 'a'.repeat(32))
  const taken = await ended('executed', 'fr', 'b'.repeat(32))
  await db().organisationLogo.create({ data: { organisationId: kept.order.ownerId, version: 'a'.repeat(32), png } })
  for (const { order } of [kept, taken]) await db().$transaction(tx => mailReceipt(tx, order))
  await sendDueMails()
  const [mail] = await mailbox.readTo(kept.receiptEmail)
  expect(mail?.html).toContain('<img src="cid:logo@guichet" alt="Librairie"')
  expect(mail?.attachments.map(one => [one.contentId, one.mimeType, one.disposition])).toEqual([
    ['<logo@guichet>', 'image/png', 'inline'],
  ])
  const [bare] = await mailbox.readTo(taken.receiptEmail)
  expect(bare?.html).toContain('alt="Librairie"')
  expect(bare?.attachments).toEqual([])
})

test.each(['cancelled', 'expired', 'held'] as const)('a payment that is %s: no mail', async status => {
  const { receiptEmail, order } = await ended(status)
  await db().$transaction(tx => mailReceipt(tx, order))
  await sendDueMails()
  expect(await mailbox.readTo(receiptEmail)).toEqual([])
  expect(await addressOf(order.id)).toBeNull()
})
