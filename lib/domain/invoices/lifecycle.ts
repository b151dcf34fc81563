import type { IsoDate } from '@guichet/values/calendar/day.ts'

/** One that was sent never changes; credit notes take it back. */

export const invoiceStates = ['draft', 'sent', 'overdue', 'paid', 'cancelled'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** CGI, annexe II, art. 242 nonies A (decree 2022-1299). */
export const supplyKinds = ['goods', 'services', 'both'] as const

/** Why lines are at 0 %. All but an exemption are their own provision. */
export const zeroRates = ['exempt', 'reverse_charge', 'intra_community', 'export'] as const
export type ZeroRate = (typeof zeroRates)[number]

type Invoice = {
  /** Null: draft. */
  readonly number: string | null
  readonly amountMinor: bigint
  readonly creditedMinor: bigint
  readonly dueOn: IsoDate
}

/** `today` in Paris. `isPaid`: executed, or arrived in full. */
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
  /** As `normaliseSeriesPrefix`. */
  readonly prefix: string
  readonly issuedOn: IsoDate
}

/** Without a gap within a year (CGI, annexe II, art. 242 nonies A, I, 7°): `F2026`, `AV-F2026`, `TEST-F2026`. */
export function seriesOf({ kind, mode, prefix, issuedOn }: Series): string {
  return `${mode === 'test' ? 'TEST-' : ''}${kind === 'credit' ? 'AV-' : ''}${prefix}${issuedOn.slice(0, 4)}`
}

/** `F2026-0001`. */
export function numberIn(series: string, nth: number): string {
  return `${series}-${String(nth).padStart(4, '0')}`
}

/** Capitals, digits and `-` after a letter, at most 6; null also for what begins another's series. */
export function normaliseSeriesPrefix(typed: string): string | null {
  const bare = typed.trim().toUpperCase()
  return /^(?!AV-|TEST-)[A-Z][A-Z0-9-]{0,5}$/.test(bare) ? bare : null
}
