import { compareNames, type NameMatch } from '#lib/domain/people/name-match.ts'

/** Verification of payee: whether a name is that of an account's holder (Regulation (EU) 2024/886, art. 5c). */

export const payeeAnswers = ['match', 'close_match', 'no_match', 'not_possible'] as const
export type PayeeAnswer = (typeof payeeAnswers)[number]

/** Who said so: the bank of a linked account of the same person, or the payee's bank. */
export const payeeSources = ['own_account', 'bank'] as const

export type PayeeFinding = {
  readonly answer: PayeeAnswer
  /** The holder's name, with a close match only. */
  readonly matchedName: string | null
}

export const notPossible: PayeeFinding = { answer: 'not_possible', matchedName: null }

const answerOf: { readonly [match in NameMatch]: PayeeAnswer } = {
  same: 'match',
  close: 'close_match',
  different: 'no_match',
}

/** Compares a name with the holders whom the bank names for a linked account; the best answer counts. */
export function findHolder(typed: string, holders: readonly string[]): PayeeFinding {
  if (holders.length === 0) return notPossible
  const found = holders.map(holder => ({ holder, answer: answerOf[compareNames(typed, holder)] }))
  if (found.some(({ answer }) => answer === 'match')) return { answer: 'match', matchedName: null }
  const close = found.find(({ answer }) => answer === 'close_match')
  return close ? { answer: 'close_match', matchedName: close.holder } : { answer: 'no_match', matchedName: null }
}

const hourMs = 3_600_000

/** Whether an answer of a moment ago still holds, so that the bank isn't asked again: a day, and a minute for none. */
export function isRecent({ answer, verifiedAt }: { answer: PayeeAnswer; verifiedAt: Date }, now: Date): boolean {
  const age = now.getTime() - verifiedAt.getTime()
  return age >= 0 && age < (answer === 'not_possible' ? hourMs / 60 : 24 * hourMs)
}
