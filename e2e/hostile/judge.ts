import { failurePolicies } from '#lib/domain/bank/answer.ts'
import type { PayStage } from '#lib/domain/payments/order/stage.ts'
import { type Blame, type LinkFailure, refusals } from '#lib/domain/refusals/failure.ts'
import { ourRefusals } from '#lib/domain/refusals/ours.ts'
import type { Case } from '#testing/bank/scripted-answer.ts'
import { accountIds, type Expected, rows, type Verdict } from '#testing/bank/verdicts.ts'

/** Judges every answer of the hostile bank by its row of verdicts.ts, and by the rules for all answers (H40). */

const table: { readonly [name in Verdict]: Expected } = rows

/** Observations of account information: link, consent and reading. */
export type SeenAccounts = {
  readonly link: 'linked' | LinkFailure | 'unknown'
  /** The page with a failure says that it was the bank's. */
  readonly pageBlamesBank: boolean
  readonly accounts: number
  readonly lines: number
  /** Transactions counted as unreadable. */
  readonly unreadable: number
  /** Codes with which the consent or the reading ended, of the whole and of accounts. */
  readonly words: readonly string[]
  readonly wasRead: boolean
  readonly consentPageBytes: number
}

export type SeenPayment = { readonly stage: PayStage | null; readonly confirmed: number }

/** Observations of one case; null for a half that was not run. */
export type Seen = {
  readonly accounts: SeenAccounts | null
  readonly payment: SeenPayment | null
  /** Grants issued to us that we neither have nor revoked. */
  readonly lostGrants: number
  /** Times in rows that are further ahead than any pause. */
  readonly farAhead: readonly string[]
  readonly faults: readonly string[]
}

/** No page of 500 accounts needs more. */
const consentPageLimit = 1_048_576

/** Every deviation of a case from the table; empty if there is none. */
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

/** Who is to blame according to a stored or shown code; null for a code without a row. */
export function blameOf(word: string): Blame | null {
  if (ourRefusals.some(one => one === word)) return 'us'
  const found = Object.entries(failurePolicies).find(([cause, { refusal }]) => cause === word || refusal === word)
  return found?.[1].blame ?? (refusals.some(one => one === word) ? 'person' : null)
}
