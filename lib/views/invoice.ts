import type { CreditContent, InvoiceContent } from '#lib/domain/invoices/content.ts'
import type { invoiceStates } from '#lib/domain/invoices/lifecycle.ts'
import type { vatRates } from '#lib/domain/invoices/totals.ts'
import type { MailOutcome, MailView } from './mail.ts'

/** Decimal strings in euros, Paris days. */

export type InvoiceSummary = {
  id: string
  mode: 'test' | 'live'
  state: (typeof invoiceStates)[number]
  /** Null: draft. */
  number: string | null
  customerName: string
  total: string
  credited: string
  left: string
  currency: string
  issuedOn: string | null
  dueOn: string
}

export type CreditNoteView = {
  number: string
  issuedOn: string
  content: CreditContent
}

export type InvoiceView = InvoiceSummary & {
  customerEmail: string
  content: InvoiceContent
  sums: {
    /** Without VAT. */
    lines: string[]
    byRate: { vatRate: (typeof vatRates)[number]; net: string; vat: string }[]
    net: string
    vat: string
    total: string
  }
  /** Null: draft. */
  url: string | null
  linkId: string | null
  /** Oldest first. */
  creditNotes: CreditNoteView[]
  /** By itself, before and after the due day. */
  remindedAt: string[]
  /** Without VAT. */
  lineLeft: string[]
}

/** `number`: of what it brings. */
export type InvoiceMailView = MailView & { number: string }

export type InvoiceSettingsView = {
  prefix: string
  vatNumber: string | null
  companyDetails: string | null
  paymentDays: number
  taxOnDebits: boolean
  soleTrader: boolean
  lateTerms: string | null
  discountTerms: string | null
  remindBefore: boolean
  remindAfter: boolean
}

export type SentInvoice = { mail: MailOutcome }

export type MadeInvoice = { id: string }
