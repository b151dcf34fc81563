import type { LinkFailure } from '#lib/domain/refusals/failure.ts'
import type { LinkStatus } from './link.ts'

/**
 * A link flow begun on a computer and completed on a phone (document 1, App-to-app activation): the computer shows a QR
 * code, the phone goes to the bank, and the tokens wait in quarantine until the code shown on the phone is typed on the
 * computer. Pure: what the computer shows follows from two rows and the time.
 *
 *     waiting ── phone begins ──> at_bank ── callback ──> finishing ──> code_needed ── right code ──> done
 *        │ five minutes over         │ refused, expired, failed …          │ fifteen minutes over
 *        └─> expired                 └─> failed                            └─> failed
 *     any but done ── cancelled on the computer ──> cancelled
 */

export const handoffStatuses = [
  'waiting',
  'at_bank',
  'finishing',
  'code_needed',
  'done',
  'failed',
  'expired',
  'cancelled',
] as const
export type HandoffStatus = (typeof handoffStatuses)[number]

/** The QR code is valid for five minutes, and only for the first phone that uses it. */
export const handoffLifeMs = 5 * 60_000

/** Wrong codes allowed on the computer before the link flow fails. */
export const codeTriesLimit = 5

export type HandoffFacts = {
  readonly expiresAt: Date
  readonly cancelledAt: Date | null
  /** The link flow the phone started; null if none yet. */
  readonly flow: { readonly status: LinkStatus; readonly failure: LinkFailure | null } | null
  readonly codeTries: number
}

/** What the computer shows at `now`. */
export function handoffStatus({ expiresAt, cancelledAt, flow, codeTries }: HandoffFacts, now: Date): HandoffStatus {
  if (flow?.status === 'authorised') return 'done'
  if (cancelledAt !== null) return 'cancelled'
  if (flow === null) return now < expiresAt ? 'waiting' : 'expired'
  if (flow.status === 'redirected') return 'at_bank'
  if (flow.status === 'exchanging') return 'finishing'
  if (flow.status === 'quarantined') return codeTries < codeTriesLimit ? 'code_needed' : 'failed'
  return 'failed'
}

/** Thirty-two letters and digits that can't be confused. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Eight characters from at least five random bytes: forty bits, written in two groups. */
export function formatHandoffCode(bytes: Uint8Array): string {
  const bits = [...bytes.slice(0, 5)].reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  const letters = Array.from({ length: 8 }, (_, index) => alphabet[Number((bits >> BigInt(5 * (7 - index))) & 31n)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** A typed code in the form in which it is compared: capitals without spaces and dashes. */
export function normalizeHandoffCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 40)
}

/** An address recognisable only by its owner: `c…@guichet.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${email.slice(0, 1)}…${email.slice(at)}`
}
