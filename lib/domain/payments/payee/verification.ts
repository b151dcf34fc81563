import { compareNames, type NameMatch, wordsOf } from '#lib/domain/people/name-match.ts'

/** (EU) 2024/886, art. 5c. */

/**
 * `asked_too_often`: too many names were tried; a warning, or trying would silence one. `too_many_words`: see
 * `isOneName`.
 */
export const payeeAnswers = [
  'match',
  'close_match',
  'no_match',
  'not_possible',
  'asked_too_often',
  'too_many_words',
] as const
export type PayeeAnswer = (typeof payeeAnswers)[number]

export const isCompared = (answer: PayeeAnswer): boolean =>
  answer === 'match' || answer === 'close_match' || answer === 'no_match'

export const payeeSources = ['own_account', 'bank'] as const

export type PayeeFinding = {
  readonly answer: PayeeAnswer
  /** Close match only. */
  readonly matchedName: string | null
}

export const notPossible: PayeeFinding = { answer: 'not_possible', matchedName: null }
export const askedTooOften: PayeeFinding = { answer: 'asked_too_often', matchedName: null }
export const tooManyWords: PayeeFinding = { answer: 'too_many_words', matchedName: null }

const most = { words: 6, initials: 2 }

const small = new Set(
  'de du des la le les en au aux sur pour par von van der den di da do dos del of the for'.split(' '),
)

/** Six words and two initials, titles and forms apart: a list of names would match somebody at a lenient bank. */
export function isOneName(name: string): boolean {
  const words = wordsOf(name.replace(/(?<!\p{L})(?:[cdjlmnst]|qu)['’]/giu, ' ')).filter(word => !small.has(word))
  return words.length <= most.words && words.filter(word => word.length === 1).length <= most.initials
}

const answerOf: { readonly [match in NameMatch]: PayeeAnswer } = {
  same: 'match',
  close: 'close_match',
  different: 'no_match',
}

/** The best answer counts. */
export function findHolder(typed: string, holders: readonly string[]): PayeeFinding {
  if (holders.length === 0) return notPossible
  const found = holders.map(holder => ({ holder, answer: answerOf[compareNames(typed, holder)] }))
  if (found.some(({ answer }) => answer === 'match')) return { answer: 'match', matchedName: null }
  const close = found.find(({ answer }) => answer === 'close_match')
  return close ? { answer: 'close_match', matchedName: close.holder } : { answer: 'no_match', matchedName: null }
}

const hourMs = 3_600_000

/** A day; a minute for none. */
export function isRecent({ answer, verifiedAt }: { answer: PayeeAnswer; verifiedAt: Date }, now: Date): boolean {
  const age = now.getTime() - verifiedAt.getTime()
  return age >= 0 && age < (isCompared(answer) ? 24 * hourMs : hourMs / 60)
}
