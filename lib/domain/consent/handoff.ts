import type { LinkFailure } from '#lib/domain/refusals/failure.ts'
import type { LinkStatus } from './link.ts'

/**
 * A link begun on a computer and completed on a phone (document 1, App-to-app activation): the phone scans a QR
 * code; its tokens wait in quarantine until the phone's code is typed on the computer.
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

/** For the first phone only. */
export const handoffLifeMs = 5 * 60_000

export const codeTriesLimit = 5

export type HandoffFacts = {
  readonly expiresAt: Date
  readonly cancelledAt: Date | null
  /** Null before the phone. */
  readonly flow: { readonly status: LinkStatus; readonly failure: LinkFailure | null } | null
  readonly codeTries: number
}

export function handoffStatus({ expiresAt, cancelledAt, flow, codeTries }: HandoffFacts, now: Date): HandoffStatus {
  if (flow?.status === 'authorised') return 'done'
  if (cancelledAt !== null) return 'cancelled'
  if (flow === null) return now < expiresAt ? 'waiting' : 'expired'
  if (flow.status === 'redirected') return 'at_bank'
  if (flow.status === 'exchanging') return 'finishing'
  if (flow.status === 'quarantined') return codeTries < codeTriesLimit ? 'code_needed' : 'failed'
  return 'failed'
}

/** None can be confused. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Eight characters of at least five random bytes, in two groups. */
export function formatHandoffCode(bytes: Uint8Array): string {
  const bits = [...bytes.slice(0, 5)].reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  const letters = Array.from({ length: 8 }, (_, index) => alphabet[Number((bits >> BigInt(5 * (7 - index))) & 31n)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

export function normalizeHandoffCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 40)
}

/** `c…@guichet.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${email.slice(0, 1)}…${email.slice(at)}`
}
