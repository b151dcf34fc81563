import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { CreditContent } from '#lib/domain/invoices/content.ts'
import { creditAllLeft, creditLines } from '#lib/domain/invoices/credit.ts'
import { maxInvoiceLines, writeRates } from '#lib/domain/invoices/totals.ts'
import type { Actor } from '#lib/domain/who.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { adjustInvoiceLink } from '#lib/services/payments/invoice-links.ts'
import type { MailOutcome } from '#lib/views/mail.ts'
import { refusal } from './drafts.ts'
import { takeNumber } from './numbers.ts'
import { creditable, findInvoice, lockInvoice } from './read.ts'
import { mailCreditNote } from './sending.ts'
import { readInvoiceSettings } from './settings.ts'

const creditLimit = { limit: 100, windowSeconds: 60 * 60 }

export const CreditInput = z.strictObject({
  /** By index, without VAT, decimal strings; null: all. */
  lines: z
    .array(z.strictObject({ line: z.int(), net: singleLine(20) }))
    .max(maxInvoiceLines)
    .nullable(),
  reason: typedSingleLine(400).default(''),
})
export type CreditInput = z.infer<typeof CreditInput>

/**
 * Final. An unpaid invoice's link asks for the rest or is closed; paid money goes back by refund only. Mailed;
 * `mail` says what became of it. Refusals: `not_found`, `too_many_tries`, `payment_under_way`, `invalid_input`
 * (`invoice`, `lines.<at>.line`, `lines.<at>.net`, `lines`).
 */
export async function creditInvoice(
  actor: Actor<'invoice.credit'>,
  invoiceId: string,
  input: CreditInput,
): Promise<{ readonly number: string; readonly mail: MailOutcome }> {
  const { organisationId, userId } = actor
  await takeTry(`invoice-credits:${organisationId}`, creditLimit)
  return db().$transaction(async tx => {
    await lockInvoice(tx, actor, invoiceId)
    const invoice = await findInvoice(tx, actor, invoiceId)
    const { id, mode, linkId, amountMinor, creditedMinor, currency, number: invoiceNumber } = invoice
    if (linkId === null || invoiceNumber === null || creditedMinor >= amountMinor) throw refusal(['invoice'])
    const invoiced = creditable(invoice)
    const sum = input.lines === null ? creditAllLeft(invoiced) : creditLines(invoiced, input.lines)
    if ('fault' in sum) throw refusal([sum.fault === 'total' ? 'lines' : `lines.${sum.at}.${sum.fault}`])
    const { totalMinor } = sum
    const dueMinor = await adjustInvoiceLink(tx, {
      organisationId,
      linkId,
      leftMinor: amountMinor - creditedMinor - totalMinor,
    })
    const { prefix } = await readInvoiceSettings(actor, tx)
    const { number, issuedOn } = await takeNumber(tx, { organisationId, mode, prefix, kind: 'credit' })
    const content: CreditContent = {
      lines: sum.lines.map(one => ({ line: one.line, net: formatAmount({ amountMinor: one.netMinor, currency }) })),
      ...writeRates(sum, currency),
      reason: cleanText(input.reason, 200) || null,
    }
    const origin = { organisationId, invoiceId: id, createdByUserId: userId, createdAt: now() }
    const note = await tx.creditNote.create({
      data: { ...origin, number, issuedOn: new Date(issuedOn), content, amountMinor: totalMinor },
    })
    await tx.invoice.update({ where: { id, organisationId }, data: { creditedMinor: { increment: totalMinor } } })
    const detail = { invoiceId: id, number: invoiceNumber, creditNumber: number, amount: content.total }
    await auditOrganisation(tx, { userId, organisationId, action: 'invoice.credited', detail })
    return { number, mail: await mailCreditNote(tx, actor, invoice, { note, dueMinor }) }
  })
}
