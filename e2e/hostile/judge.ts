import { causeRows } from '#lib/domain/bank/answer.ts'
import type { PayStage } from '#lib/domain/payments/stage.ts'
import { type Blame, bankCodes, type LinkFailure, refusals, refusalVerdicts } from '#lib/domain/refusals/failure.ts'
import type { Case } from './answer.ts'
import { accountIds, linesPerAccount } from './bank.ts'

/**
 * The one table by which every answer of the hostile bank is judged: how the link may end, what may be stored, what may be said
 * of the reading, and how a payment may stand. What holds for every answer alike stands below it.
 */

export const everyLine = accountIds.length * linesPerAccount

type Expected = {
  /** How the link flow may end. */
  readonly link: readonly ('linked' | LinkFailure)[]
  /** Accounts and lines in the database afterwards: exactly, or between. */
  readonly accounts: number | readonly [number, number]
  readonly lines: number | readonly [number, number]
  /** `well`: no failure is told. `partly`: lines or accounts were left out, and counted. `bank`: something failed, and it was the bank. */
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

const rows = {
  /** Odd, and of no consequence: everything is there as from a bank that is correct. */
  harmless: { ...readWell, ...paid },
  /** The bank let the person down before there was a connection. What it issued is given back. */
  not_linked: { ...notLinked, ...paid },
  /** Nothing at all can be had of this bank. */
  nothing: { ...notLinked, payment: ['unreached', 'open', 'refused'], confirmed: [0] },
  /** There is a connection; of the data nothing could be read. */
  not_read: { ...linked, lines: 0, reading: ['bank'], ...paid },
  /** What is no line is left out and counted; the others are stored. */
  good_lines: { ...linked, lines: everyLine - accountIds.length, reading: ['partly'], ...paid },
  /** Many good lines are beside the bad ones, or the bad one is cleaned and kept: nothing that was there is missing. */
  kept_clean: {
    ...linked,
    lines: [everyLine - accountIds.length, Number.POSITIVE_INFINITY],
    reading: ['well', 'partly'],
    ...paid,
  },
  /** One account can't be had at all; the other is read. */
  one_account: { link: ['linked'], accounts: 1, lines: linesPerAccount, reading: ['well', 'partly'], ...paid },
  /** What came before the failure stays, and the bank is named. */
  what_came: { ...linked, lines: [0, Number.POSITIVE_INFINITY], reading: ['bank'], ...paid },
  /** Beside the lines something else could not be read: the lines are there. */
  lines_stay: { ...linked, lines: everyLine, reading: ['well', 'partly', 'bank'], ...paid },
  /** More of something than we take: either refused whole with the bank's name, or taken up to the limit. */
  up_to_the_limit: {
    link: ['linked', 'bank_error'],
    accounts: [0, 500],
    lines: [0, Number.POSITIVE_INFINITY],
    reading: ['well', 'partly', 'bank', 'none'],
    ...paid,
  },
  /** The consent did not get through: nothing is read. */
  no_consent: { ...linked, lines: 0, reading: ['none', 'bank'], ...paid },
  /** A link flow that works although a token will not last: renewed or to be renewed, never lost without a word. */
  short_lived: { ...linked, lines: [0, everyLine], reading: ['well', 'bank'], ...paid },
  /** The bank has no lines to show: that is no failure. */
  nothing_there: { ...linked, lines: 0, reading: ['well'], ...paid },
  /** Against the rules, and either read all the same or refused in the bank's name. */
  lines_or_none: { ...linked, lines: [0, everyLine], reading: ['well', 'bank'], ...paid },
  /** The account that is odd is left out, or read like the other. */
  one_or_both: {
    link: ['linked'],
    accounts: [1, accountIds.length],
    lines: [linesPerAccount, everyLine],
    reading: ['well', 'partly'],
    ...paid,
  },
  /** Everything there is, or what came before the limit, with the bank's name. */
  what_came_or_all: { ...linked, lines: [0, Number.POSITIVE_INFINITY], reading: ['well', 'partly', 'bank'], ...paid },
  /** As many accounts as we take: all of them, on a page that a browser can show. */
  many_accounts: {
    link: ['linked'],
    accounts: 500,
    lines: [0, Number.POSITIVE_INFINITY],
    reading: ['well', 'partly', 'bank'],
    ...paid,
  },
  /** Much that nobody reads beside the good: passed over, or refused in the bank's name. */
  odd_links: {
    link: ['linked', 'bank_error'],
    accounts: [0, accountIds.length],
    lines: [0, everyLine],
    reading: ['well', 'bank', 'none'],
    ...paid,
  },
  /** The payment was never begun as far as we know. */
  payment_not_begun: { ...readWell, payment: ['unreached', 'open', 'refused'], confirmed: [0] },
  /** The bank holds something else than was asked for, or says it does: people look at it, and it is not paid. */
  payment_held: { ...readWell, payment: ['held'], confirmed: [0] },
  /** Held after it was confirmed: the contradiction came with the answer. */
  payment_held_late: { ...readWell, payment: ['held'], confirmed: [1] },
  /** It was never confirmed, and may be tried again. */
  payment_not_confirmed: {
    ...readWell,
    payment: ['refused', 'lapsed', 'unreached', 'waiting', 'asking', 'unanswered'],
    confirmed: [0],
  },
  /** Confirmed at most once for every time it was asked for, and shown as paid only where a later reading said so. */
  payment_open: {
    ...readWell,
    payment: ['asking', 'unanswered', 'accepted', 'waiting', 'lapsed', 'paid'],
    confirmed: [0, 1, 2],
  },
  /** Equal for whoever reads with good will, another for whoever does not; never paid as something else. */
  payment_equal_or_held: { ...readWell, payment: ['paid', 'held'], confirmed: [0, 1] },
  /** Whatever became of it, it is not shown as paid. */
  payment_never_paid: {
    ...readWell,
    payment: ['unreached', 'open', 'refused', 'waiting', 'asking', 'held', 'lapsed'],
    confirmed: [0],
  },
  /** Money moved although nobody confirmed: the truth is shown, and people are alarmed. */
  payment_unasked: { ...readWell, payment: ['paid', 'held'], confirmed: [0] },
  /** Taken, whatever the answer to the confirmation said: the bank was asked. */
  payment_taken: { ...readWell, payment: ['paid', 'accepted'], confirmed: [1, 2] },
  /** The bank ended it. */
  payment_refused: { ...readWell, payment: ['refused', 'withdrawn'], confirmed: [0, 1] },
  /** Taken by the bank, not said to be executed. */
  payment_accepted: { ...readWell, payment: ['accepted', 'asking'], confirmed: [1] },
} satisfies { readonly [name: string]: Expected }

export type Verdict = keyof typeof rows
const table: { readonly [name in Verdict]: Expected } = rows

/** What was seen of the account half: the link, the consent and the reading. */
export type SeenAccounts = {
  readonly link: 'linked' | LinkFailure | 'unknown'
  /** The page that tells of a failure says that it was the bank. */
  readonly pageBlamesBank: boolean
  readonly accounts: number
  readonly lines: number
  /** Lines that were counted as unreadable. */
  readonly unreadable: number
  /** Codes that the consent or the reading ended with, of the whole and of accounts. */
  readonly words: readonly string[]
  readonly wasRead: boolean
  readonly consentPageBytes: number
}

export type SeenPayment = { readonly stage: PayStage | null; readonly confirmed: number }

/** What was seen of one case; null for a half that was not gone through. */
export type Seen = {
  readonly accounts: SeenAccounts | null
  readonly payment: SeenPayment | null
  /** Grants that we were told of and neither hold nor gave back. */
  readonly lostGrants: number
  /** Times in rows that lie further ahead than any pause may last. */
  readonly farAhead: readonly string[]
  readonly faults: readonly string[]
}

/** More than this no page of 500 accounts needs. */
const consentPageLimit = 1_048_576

/** Every way in which a case did not end as the table wants; empty when it did. */
export function judge({ expects }: Case, { accounts, payment, lostGrants, farAhead, faults }: Seen): string[] {
  const wanted = table[expects]
  return [
    ...faults,
    ...(accounts === null ? [] : judgeAccounts(wanted, accounts)),
    ...(payment === null ? [] : judgePayment(wanted, payment)),
    ...unless(lostGrants === 0, `${lostGrants} grants live on at the bank that we neither hold nor gave back`),
    ...unless(farAhead.length === 0, `put off for longer than any pause: ${farAhead.join(', ')}`),
  ]
}

function unless(isGood: boolean, fault: string): string[] {
  return isGood ? [] : [fault]
}

function judgeAccounts(wanted: Expected, seen: SeenAccounts): string[] {
  const reading = readingOf(seen)
  const { link, words, consentPageBytes } = seen
  return [
    ...unless(wanted.link.includes(link as LinkFailure), `the link: ${link}, wanted ${wanted.link.join(' or ')}`),
    ...unless(link === 'linked' || seen.pageBlamesBank, 'the page after the link does not say that it was the bank'),
    ...unless(isWithin(seen.accounts, wanted.accounts), `${seen.accounts} accounts stored, wanted ${wanted.accounts}`),
    ...unless(isWithin(seen.lines, wanted.lines), `${seen.lines} lines stored, wanted ${wanted.lines}`),
    ...unless(
      wanted.reading.includes(reading),
      `the reading: ${reading} (${words.join(', ')}), wanted ${wanted.reading.join(' or ')}`,
    ),
    ...words.flatMap(word => {
      const blame = blameOf(word)
      return unless(blame === 'bank' || blame === 'person', `"${word}" says that it was ${blame ?? 'nobody knows who'}`)
    }),
    ...unless(consentPageBytes <= consentPageLimit, `the consent page has ${consentPageBytes} bytes`),
  ]
}

function judgePayment(wanted: Expected, { stage, confirmed }: SeenPayment): string[] {
  return [
    ...unless(
      wanted.payment.some(one => one === stage),
      `the payment: ${stage}, wanted ${wanted.payment.join(' or ')}`,
    ),
    ...unless(
      wanted.confirmed.includes(confirmed),
      `confirmed ${confirmed} times, wanted ${wanted.confirmed.join(' or ')}`,
    ),
    ...unless(
      stage !== 'paid' || confirmed > 0 || wanted.confirmed.every(times => times === 0),
      'shown as paid, and the bank was never asked to execute it',
    ),
  ]
}

function isWithin(count: number, wanted: number | readonly [number, number]): boolean {
  return typeof wanted === 'number' ? count === wanted : count >= wanted[0] && count <= wanted[1]
}

function readingOf({ wasRead, words, unreadable, accounts }: SeenAccounts): 'well' | 'partly' | 'bank' | 'none' {
  if (words.length > 0) return 'bank'
  if (!wasRead) return 'none'
  return unreadable > 0 || accounts < accountIds.length ? 'partly' : 'well'
}

/** Who a stored or answered word says it was; null for a word without a row. */
export function blameOf(word: string): Blame | null {
  const refusal = refusals.find(known => known === word)
  if (refusal !== undefined) return refusalVerdicts[refusal].blame
  const code = bankCodes.find(known => known === word)
  return code === undefined ? null : causeRows[code].blame
}
