import { cleanText } from '@guichet/values/text/clean.ts'
import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { db, type Tx } from '#lib/db.ts'
import { normaliseSeriesPrefix } from '#lib/domain/invoices/lifecycle.ts'
import { vatNumberOf } from '#lib/domain/invoices/vat-number.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import type { InvoiceSettingsView } from '#lib/views/invoice.ts'

/** Code de commerce, art. L441-10, I. */
const maxPaymentDays = 60

/** Empty: none. */
export const InvoiceSettingsInput = z.strictObject({
  prefix: typedSingleLine(20),
  vatNumber: typedSingleLine(40),
  companyDetails: typedSingleLine(300),
  paymentDays: z.int().min(0).max(maxPaymentDays),
  taxOnDebits: z.boolean(),
  soleTrader: z.boolean().default(false),
  lateTerms: typedSingleLine(600).default(''),
  discountTerms: typedSingleLine(600).default(''),
  remindBefore: z.boolean().default(false),
  remindAfter: z.boolean().default(false),
})
export type InvoiceSettingsInput = z.infer<typeof InvoiceSettingsInput>

export async function readInvoiceSettings(
  { organisationId }: Actor<'invoice.read' | 'invoice.draft' | 'invoice.send' | 'invoice.credit'>,
  tx: Tx = db(),
): Promise<InvoiceSettingsView> {
  const row = await tx.invoiceSettings.findUnique({ where: { organisationId } })
  if (row === null) return defaults
  const { organisationId: _, ...settings } = row
  return settings
}

const defaults: InvoiceSettingsView = {
  prefix: 'F',
  vatNumber: null,
  companyDetails: null,
  paymentDays: 30,
  taxOnDebits: false,
  soleTrader: false,
  lateTerms: null,
  discountTerms: null,
  remindBefore: false,
  remindAfter: false,
}

/** For new invoices; another prefix begins a series. Refusals: `invalid_input` (`prefix`, `vatNumber`). */
export async function changeInvoiceSettings(
  { organisationId, userId }: Actor<'invoice.settings'>,
  input: InvoiceSettingsInput,
): Promise<void> {
  const prefix = normaliseSeriesPrefix(input.prefix)
  const vatNumber = input.vatNumber.trim() === '' ? null : vatNumberOf(input.vatNumber)
  const issues = [
    ...(prefix === null ? [{ field: 'prefix' }] : []),
    ...(vatNumber === null && input.vatNumber.trim() !== '' ? [{ field: 'vatNumber' }] : []),
  ]
  if (prefix === null || issues.length > 0) throw new Refused('invalid_input', { ...issues[0], issues })
  const said = (text: string, max: number) => cleanText(text, max) || null
  const texts = {
    companyDetails: said(input.companyDetails, 200),
    lateTerms: said(input.lateTerms, 400),
    discountTerms: said(input.discountTerms, 400),
  }
  const data = { ...input, ...texts, prefix, vatNumber }
  await db().$transaction(async tx => {
    await tx.invoiceSettings.upsert({
      where: { organisationId },
      create: { organisationId, ...data },
      update: data,
    })
    await auditOrganisation(tx, { userId, organisationId, action: 'invoice.settings_changed' })
  })
}
