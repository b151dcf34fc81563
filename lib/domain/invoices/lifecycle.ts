import type { IsoDate } from '@guichet/values/calendar/day.ts'

/** Invoices: numbers and states. One that was sent is never changed; credit notes take it back, at once or in parts. */

export const invoiceStates = ['draft', 'sent', 'overdue', 'paid', 'cancelled'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** What is sold, which an invoice has to say (CGI, annexe II, art. 242 nonies A, as changed by decree 2022-1299). */
export const supplyKinds = ['goods', 'services', 'both'] as const
export type SupplyKind = (typeof supplyKinds)[number]

type Invoice = {
  /** Null while it is a draft. */
  readonly number: string | null
  readonly amountMinor: bigint
  /** What its credit notes took back. */
  readonly creditedMinor: bigint
  readonly dueOn: IsoDate
}

/** The state on a day in Paris. `isPaid`: the payment of its link was executed, or arrived in full. */
export function invoiceState(invoice: Invoice, isPaid: boolean, today: IsoDate): InvoiceState {
  const { number, amountMinor, creditedMinor, dueOn } = invoice
  if (number === null) return 'draft'
  if (creditedMinor >= amountMinor) return 'cancelled'
  if (isPaid) return 'paid'
  return dueOn < today ? 'overdue' : 'sent'
}

type Series = {
  readonly kind: 'invoice' | 'credit'
  readonly mode: 'test' | 'live'
  /** Of the merchant, as `normaliseSeriesPrefix` leaves it. */
  readonly prefix: string
  readonly issuedOn: IsoDate
}

/**
 * The series that numbers invoices or credit notes of a year, one after the other without a gap (CGI, annexe II, art. 242 nonies A, I, 7°):
 * `F2026`, `AV-F2026`, and `TEST-F2026` for what is no invoice.
 */
export function seriesOf({ kind, mode, prefix, issuedOn }: Series): string {
  return `${mode === 'test' ? 'TEST-' : ''}${kind === 'credit' ? 'AV-' : ''}${prefix}${issuedOn.slice(0, 4)}`
}

/** The nth number of a series: `F2026-0001`. */
export function numberIn(series: string, nth: number): string {
  return `${series}-${String(nth).padStart(4, '0')}`
}

/** A series' prefix: capitals, digits and `-`, begins with a letter, at most 6 characters; null for any other text. */
export function normaliseSeriesPrefix(typed: string): string | null {
  const bare = typed.trim().toUpperCase()
  return /^[A-Z][A-Z0-9-]{0,5}$/.test(bare) ? bare : null
}
