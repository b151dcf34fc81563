import { z } from 'zod'
import { CreditContent, InvoiceContent } from '#lib/domain/invoices/content.ts'
import { invoiceStates } from '#lib/domain/invoices/lifecycle.ts'
import { vatRates } from '#lib/domain/invoices/totals.ts'
import { MailOutcome, MailView } from './mail.ts'

/** Decimal strings in euros, Paris days. */

export const InvoiceSummary = z.object({
  id: z.uuid(),
  mode: z.enum(['test', 'live']),
  state: z.enum(invoiceStates),
  /** Null: draft. */
  number: z.string().nullable(),
  customerName: z.string(),
  total: z.string(),
  credited: z.string(),
  left: z.string(),
  currency: z.string(),
  issuedOn: z.iso.date().nullable(),
  dueOn: z.iso.date(),
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

export const CreditNoteView = z.object({
  number: z.string(),
  issuedOn: z.iso.date(),
  content: CreditContent,
})
export type CreditNoteView = z.infer<typeof CreditNoteView>

export const InvoiceView = InvoiceSummary.extend({
  customerEmail: z.string(),
  content: InvoiceContent,
  sums: z.object({
    /** Without VAT. */
    lines: z.array(z.string()),
    byRate: z.array(z.object({ vatRate: z.enum(vatRates), net: z.string(), vat: z.string() })),
    net: z.string(),
    vat: z.string(),
    total: z.string(),
  }),
  /** Null: draft. */
  url: z.url().nullable(),
  linkId: z.uuid().nullable(),
  /** Oldest first. */
  creditNotes: z.array(CreditNoteView),
  /** Without VAT. */
  lineLeft: z.array(z.string()),
})
export type InvoiceView = z.infer<typeof InvoiceView>

/** `number`: of what it brings. */
export const InvoiceMailView = MailView.extend({ number: z.string() })
export type InvoiceMailView = z.infer<typeof InvoiceMailView>

export const InvoiceSettingsView = z.object({
  prefix: z.string(),
  vatNumber: z.string().nullable(),
  companyDetails: z.string().nullable(),
  paymentDays: z.int(),
  taxOnDebits: z.boolean(),
})
export type InvoiceSettingsView = z.infer<typeof InvoiceSettingsView>

export const SentInvoice = z.object({ mail: MailOutcome })
export type SentInvoice = z.infer<typeof SentInvoice>

export const MadeInvoice = z.object({ id: z.uuid() })
export type MadeInvoice = z.infer<typeof MadeInvoice>
