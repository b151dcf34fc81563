import { compareNames, type NameMatch, wordsOf } from '#lib/domain/people/name-match.ts'

/** Verification of payee: whether a name is that of an account's holder (Regulation (EU) 2024/886, art. 5c). */

/**
 * `not_possible`: no answer. `asked_too_often`: nobody was asked, because too many names were tried; a warning, or whoever tries them
 * would silence one. `too_many_words`: nobody was asked, because no person writes such a name (`isOneName`).
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

/** Whether somebody compared the name with the holder's. */
export const isCompared = (answer: PayeeAnswer): boolean =>
  answer === 'match' || answer === 'close_match' || answer === 'no_match'

/** Who said so: the bank of a linked account of the same person, or the payee's bank. */
export const payeeSources = ['own_account', 'bank'] as const

export type PayeeFinding = {
  readonly answer: PayeeAnswer
  /** The holder's name, with a close match only. */
  readonly matchedName: string | null
}

export const notPossible: PayeeFinding = { answer: 'not_possible', matchedName: null }
export const askedTooOften: PayeeFinding = { answer: 'asked_too_often', matchedName: null }
export const tooManyWords: PayeeFinding = { answer: 'too_many_words', matchedName: null }

const most = { words: 6, initials: 2 }

/** Small words, which distinguish no holder from another. */
const small = new Set(
  'de du des la le les en au aux sur pour par von van der den di da do dos del of the for'.split(' '),
)

/**
 * Whether a name is short enough to be one: at most six words and two initials, titles, company forms and small words apart. A list of
 * names and initials would be close to somebody's at a lenient bank, which then tells who that is.
 */
export function isOneName(name: string): boolean {
  const words = wordsOf(name.replace(/(?<!\p{L})(?:[cdjlmnst]|qu)['’]/giu, ' ')).filter(word => !small.has(word))
  return words.length <= most.words && words.filter(word => word.length === 1).length <= most.initials
}

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
  return age >= 0 && age < (isCompared(answer) ? 24 * hourMs : hourMs / 60)
}
