import { parisDay } from '@guichet/values/calendar/paris.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { countries } from '@guichet/values/text/countries.ts'
import { singleLine, typedMultiLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { findInvoiceFaults, type InvoiceContent } from '#lib/domain/invoices/content.ts'
import { supplyKinds, zeroRates } from '#lib/domain/invoices/lifecycle.ts'
import { maxInvoiceLines, sumInvoice, vatRates } from '#lib/domain/invoices/totals.ts'
import { units } from '#lib/domain/invoices/units.ts'
import { vatNumberOf } from '#lib/domain/invoices/vat-number.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { findDraft } from './read.ts'
import { readInvoiceSettings } from './settings.ts'

const creationLimit = { limit: 200, windowSeconds: 60 * 60 }

const Line = z.strictObject({
  description: typedSingleLine(400),
  quantity: singleLine(20),
  unitPrice: singleLine(20),
  vatRate: z.enum(vatRates),
  unit: z.enum(units).default('unit'),
})

/** Decimal strings; empty says nothing. */
export const InvoiceInput = z.strictObject({
  language: z.enum(['fr', 'en']),
  customerName: typedSingleLine(300),
  customerEmail: typedSingleLine(300),
  customerAddress: z.array(typedSingleLine(200)).max(8),
  customerCountry: z.enum(countries).default('FR'),
  deliveryAddress: z.array(typedSingleLine(200)).max(8).default([]),
  purchaseOrder: typedSingleLine(80).default(''),
  customerNumber: typedSingleLine(60).default(''),
  customerVatNumber: typedSingleLine(40).default(''),
  supplies: z.enum(supplyKinds),
  dueOn: z.iso.date(),
  suppliedOn: z.iso.date().nullable().default(null),
  lines: z.array(Line).max(maxInvoiceLines),
  zeroRate: z.enum(zeroRates).default('exempt'),
  vatNote: typedSingleLine(200).default(''),
  note: typedMultiLine(1000).default(''),
})
export type InvoiceInput = z.infer<typeof InvoiceInput>

/** Refusals: `too_many_tries`; `invalid_input` with every wrong member. */
export async function createDraft(
  actor: Actor<'invoice.draft'>,
  input: InvoiceInput,
): Promise<{ readonly id: string }> {
  const { organisationId, userId, mode } = actor
  const data = await validateInvoice(actor, input)
  await takeTry(`invoices:${organisationId}`, creationLimit)
  const origin = { organisationId, mode, createdByUserId: userId, createdAt: now() }
  return db().invoice.create({ data: { ...data, ...origin }, select: { id: true } })
}

/** Refusals: `not_found`, also once sent; `invalid_input`. */
export async function changeDraft(
  actor: Actor<'invoice.draft'>,
  invoiceId: string,
  input: InvoiceInput,
): Promise<{ readonly id: string }> {
  const { organisationId } = actor
  const data = await validateInvoice(actor, input)
  const { id } = await findDraft(db(), actor, invoiceId)
  const { count } = await db().invoice.updateMany({ where: { id, organisationId, number: null }, data })
  if (count === 0) throw new Refused('not_found')
  return { id }
}

/** Refusals: `not_found`, also once sent. */
export async function deleteDraft(actor: Actor<'invoice.draft'>, invoiceId: string): Promise<void> {
  const { organisationId, userId } = actor
  await db().$transaction(async tx => {
    const { id } = await findDraft(tx, actor, invoiceId)
    const { count } = await tx.invoice.deleteMany({ where: { id, organisationId, number: null } })
    if (count === 0) throw new Refused('not_found')
    await auditOrganisation(tx, { userId, organisationId, action: 'invoice.draft_deleted', detail: { invoiceId: id } })
  })
}

/** Cleaned; throws every wrong member. */
async function validateInvoice(actor: Actor<'invoice.draft'>, input: InvoiceInput) {
  const { vatNumber } = await readInvoiceSettings(actor)
  const { language, supplies, dueOn, suppliedOn, customerCountry, zeroRate } = input
  const customerName = cleanText(input.customerName, 140)
  const customerEmail = parseEmail(input.customerEmail)
  const typedVat = input.customerVatNumber.trim()
  const customerVatNumber = typedVat === '' ? null : vatNumberOf(typedVat)
  const [addressLines, deliveryAddress] = [cleanAddress(input.customerAddress), cleanAddress(input.deliveryAddress)]
  const content: InvoiceContent = {
    language,
    supplies,
    suppliedOn,
    customerAddress: addressLines,
    customerCountry,
    deliveryAddress,
    purchaseOrder: cleanText(input.purchaseOrder, 50) || null,
    customerNumber: cleanText(input.customerNumber, 40) || null,
    customerVatNumber,
    lines: input.lines.map(one => ({ ...one, description: cleanText(one.description, 200) })),
    zeroRate,
    vatNote: cleanText(input.vatNote, 140) || null,
    note: cleanText(input.note, 500) || null,
  }
  const wrong = [
    ...(customerName === '' ? ['customerName'] : []),
    ...(customerEmail === null ? ['customerEmail'] : []),
    ...(addressLines.length > 5 ? ['customerAddress'] : []),
    ...(deliveryAddress.length > 5 ? ['deliveryAddress'] : []),
    ...(typedVat !== '' && customerVatNumber === null ? ['customerVatNumber'] : []),
    ...findInvoiceFaults({ content, dueOn, chargesVat: vatNumber !== null, today: parisDay(now()) }),
  ]
  const sum = sumInvoice(content.lines)
  if (wrong.length > 0 || customerEmail === null || 'fault' in sum) throw refusal(wrong)
  return { customerName, customerEmail, content, amountMinor: sum.totalMinor, dueOn: new Date(dueOn) }
}

const cleanAddress = (lines: readonly string[]) => lines.map(one => cleanText(one, 70)).filter(one => one !== '')

export function refusal(fields: readonly string[]): Refused {
  const issues = fields.map(field => ({ field }))
  return new Refused('invalid_input', { ...issues[0], issues })
}
