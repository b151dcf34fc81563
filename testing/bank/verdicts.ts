import type { PayStage } from '#lib/domain/payments/order/stage.ts'
import type { LinkFailure } from '#lib/domain/refusals/failure.ts'

/**
 * The table by which every answer of the hostile bank is judged: how the link may end, what may be stored, what may be shown of
 * the reading, and the payment's state.
 */

/** Booked transactions of each account of the bank's only customer. */
export const linesPerAccount = 3
export const accountIds: readonly string[] = ['compte-1', 'compte-2']
export const everyLine = accountIds.length * linesPerAccount

export type Expected = {
  /** How the link flow may end. */
  readonly link: readonly ('linked' | LinkFailure)[]
  /** Accounts and transactions in the database afterwards: exactly, or a range. */
  readonly accounts: number | readonly [number, number]
  readonly lines: number | readonly [number, number]
  /** `well`: no failure is shown. `partly`: transactions or accounts were omitted and counted. `bank`: a failure, attributed to the bank. */
  readonly reading: readonly ('well' | 'partly' | 'bank' | 'none')[]
  readonly payment: readonly PayStage[]
  /** How often the payment may have been confirmed at the bank. */
  readonly confirmed: readonly number[]
}

const paid = { payment: ['paid'], confirmed: [1] } as const
const linked = { link: ['linked'], accounts: accountIds.length } as const
const notLinked = {
  link: ['bank_error', 'answer_lost', 'no_accounts'],
  accounts: 0,
  lines: 0,
  reading: ['none'],
} as const
const readWell = { ...linked, lines: everyLine, reading: ['well'] } as const

export const rows = {
  /** Unusual but harmless: everything is stored as from a correct bank. */
  harmless: { ...readWell, ...paid },
  /** The bank failed before there was a connection. What it issued is revoked. */
  not_linked: { ...notLinked, ...paid },
  /** Nothing can be read from this bank. */
  nothing: { ...notLinked, payment: ['unreached', 'open', 'refused'], confirmed: [0] },
  /** There is a connection, but no data could be read. */
  not_read: { ...linked, lines: 0, reading: ['bank'], ...paid },
  /** Invalid transactions are omitted and counted; the others are stored. */
  good_lines: { ...linked, lines: everyLine - accountIds.length, reading: ['partly'], ...paid },
  /** Correct ones among bad ones, or the bad one is cleaned and kept: nothing is missing. */
  kept_clean: {
    ...linked,
    lines: [everyLine - accountIds.length, Number.POSITIVE_INFINITY],
    reading: ['well', 'partly'],
    ...paid,
  },
  /** One account can't be read; the other is. */
  one_account: { link: ['linked'], accounts: 1, lines: linesPerAccount, reading: ['well', 'partly'], ...paid },
  /** What was read before the failure stays, and the bank is named. */
  what_came: { ...linked, lines: [0, Number.POSITIVE_INFINITY], reading: ['bank'], ...paid },
  /** Something other than transactions could not be read: they are stored. */
  lines_stay: { ...linked, lines: everyLine, reading: ['well', 'partly', 'bank'], ...paid },
  /** Over a limit: either refused as a whole, naming the bank, or accepted up to the limit. */
  up_to_the_limit: {
    link: ['linked', 'bank_error'],
    accounts: [0, 500],
    lines: [0, Number.POSITIVE_INFINITY],
    reading: ['well', 'partly', 'bank', 'none'],
    ...paid,
  },
  /** The consent failed: nothing is read. */
  no_consent: { ...linked, lines: 0, reading: ['none', 'bank'], ...paid },
  /** A link flow that succeeds although a token is short-lived: refreshed or to be renewed, never lost silently. */
  short_lived: { ...linked, lines: [0, everyLine], reading: ['well', 'bank'], ...paid },
  /** The bank has no transactions, which is not a failure. */
  nothing_there: { ...linked, lines: 0, reading: ['well'], ...paid },
  /** Invalid, and either read nevertheless or refused, naming the bank. */
  lines_or_none: { ...linked, lines: [0, everyLine], reading: ['well', 'bank'], ...paid },
  /** The unusual account is omitted, or read like the other. */
  one_or_both: {
    link: ['linked'],
    accounts: [1, accountIds.length],
    lines: [linesPerAccount, everyLine],
    reading: ['well', 'partly'],
    ...paid,
  },
  /** Everything, or what was read before the limit, naming the bank. */
  what_came_or_all: { ...linked, lines: [0, Number.POSITIVE_INFINITY], reading: ['well', 'partly', 'bank'], ...paid },
  /** As many accounts as we accept: all of them, on a page that a browser can show. */
  many_accounts: {
    link: ['linked'],
    accounts: 500,
    lines: [0, Number.POSITIVE_INFINITY],
    reading: ['well', 'partly', 'bank'],
    ...paid,
  },
  /** Much unused data beside the correct: ignored, or refused, naming the bank. */
  odd_links: {
    link: ['linked', 'bank_error'],
    accounts: [0, accountIds.length],
    lines: [0, everyLine],
    reading: ['well', 'bank', 'none'],
    ...paid,
  },
  /** The payment was not created as far as we know. */
  payment_not_begun: { ...readWell, payment: ['unreached', 'open', 'refused'], confirmed: [0] },
  /** The bank shows another payment than requested: people check it, and it is not paid. */
  payment_held: { ...readWell, payment: ['held'], confirmed: [0] },
  /** Held after it was confirmed: the contradiction came with the answer. */
  payment_held_late: { ...readWell, payment: ['held'], confirmed: [1] },
  /** It was never confirmed, and may be tried again. */
  payment_not_confirmed: {
    ...readWell,
    payment: ['refused', 'unconfirmed', 'held', 'unreached', 'waiting', 'not_returned', 'asking', 'unanswered'],
    confirmed: [0],
  },
  /** Confirmed at most once per request, and shown as paid only if a later reading said so. */
  payment_open: {
    ...readWell,
    payment: ['asking', 'unanswered', 'accepted', 'waiting', 'not_approved', 'not_returned', 'unconfirmed', 'paid'],
    confirmed: [0, 1, 2],
  },
  /** Equal in a tolerant reading, different in a strict one; never paid as something else. */
  payment_equal_or_held: { ...readWell, payment: ['paid', 'held'], confirmed: [0, 1] },
  /** Whatever happened, it is not shown as paid. */
  payment_never_paid: {
    ...readWell,
    payment: [
      'unreached',
      'open',
      'refused',
      'waiting',
      'not_approved',
      'not_returned',
      'asking',
      'held',
      'unconfirmed',
    ],
    confirmed: [0],
  },
  /** Money moved without confirmation: the status is shown, and operators are alarmed. */
  payment_unasked: { ...readWell, payment: ['paid', 'held'], confirmed: [0] },
  /** Accepted, whatever the answer to the confirmation was: the bank's status was read. */
  payment_taken: { ...readWell, payment: ['paid', 'accepted'], confirmed: [1, 2] },
  /** The bank rejected it. */
  payment_refused: { ...readWell, payment: ['refused', 'declined', 'lapsed', 'cancelled'], confirmed: [0, 1] },
  /** Accepted by the bank, without being reported as executed. */
  payment_accepted: { ...readWell, payment: ['accepted', 'asking'], confirmed: [1] },
} satisfies { readonly [name: string]: Expected }

export type Verdict = keyof typeof rows

export const isVerdict = (name: string): name is Verdict => Object.hasOwn(rows, name)
