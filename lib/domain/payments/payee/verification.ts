import { compareNames, type NameMatch, wordsOf } from '#lib/domain/people/name-match.ts'

/** (EU) 2024/886, art. 5c. */

/**
 * `holder_unknown`: linked, but its bank does not say who holds it. `asked_too_often`: too many names were tried; a warning, or trying would silence one. `too_many_words`: see
 * `isOneName`.
 */
export const payeeAnswers = [
  'match',
  'close_match',
  'no_match',
  'not_possible',
  'holder_unknown',
  'asked_too_often',
  'too_many_words',
] as const
export type PayeeAnswer = (typeof payeeAnswers)[number]

const isNamed = (answer: PayeeAnswer) => answer === 'match' || answer === 'close_match'

export const isCompared = (answer: PayeeAnswer): boolean => isNamed(answer) || answer === 'no_match'

/** What a payer reads of the account that a merchant entered. The holder's own name stays with the merchant. */
export const merchantFindings = ['confirmed', 'almost', 'other', 'unchecked'] as const
export type MerchantFinding = (typeof merchantFindings)[number]

const findings: { readonly [answer in PayeeAnswer]: MerchantFinding } = {
  match: 'confirmed',
  close_match: 'almost',
  no_match: 'other',
  not_possible: 'unchecked',
  holder_unknown: 'unchecked',
  asked_too_often: 'unchecked',
  too_many_words: 'unchecked',
}

/** Null: never asked. */
export const merchantFinding = (answer: PayeeAnswer | null): MerchantFinding =>
  answer === null ? 'unchecked' : findings[answer]

export const payeeSources = ['own_account', 'bank'] as const

export type PayeeFinding = {
  readonly answer: PayeeAnswer
  /** A close match: the holder's. `holder_unknown`: whom the access is of, if told. */
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

/** What the bank of a linked account says; null: not told, or not allowed to be read. */
export type LinkedAccount = {
  /** Its name in the bank's list. */
  readonly name: string
  readonly usage: string | null
  readonly psuStatus: string | null
  readonly owners: readonly string[] | null
  /** Its owner is a company, which `owners` does not name (bank:D22): they act for it. */
  readonly isOfCompany: boolean
  readonly psuName: string | null
}

/**
 * Whether the account's holder is called so. The owners decide; else a private account's own customer or the name of
 * a company's account can only say yes: whoever signs in may act for another, and a name may be a label.
 */
export function findLinkedHolder(typed: string, account: LinkedAccount): PayeeFinding {
  const { owners, isOfCompany, psuName } = account
  if (owners !== null && owners.length > 0 && !isOfCompany) return findHolder(typed, owners)
  const found = findHolder(typed, hintsOf(account))
  return isNamed(found.answer) ? found : { answer: 'holder_unknown', matchedName: psuName }
}

function hintsOf({ name, usage, psuStatus, isOfCompany, psuName }: LinkedAccount): string[] {
  if (usage === 'PRIV' && !isOfCompany) {
    return psuName !== null && /^Account (Co-)?Holder$/.test(psuStatus ?? '') ? [psuName] : []
  }
  return wordsOf(name).some(word => labels.has(word)) ? [] : [name]
}

const labels = new Set(
  'account cb carte compte courant current depot epargne livret pro professionnel savings'.split(' '),
)

/** Of accounts with one IBAN: the best answer counts. Null: none. */
export function findLinkedHolders(typed: string, accounts: readonly LinkedAccount[]): PayeeFinding | null {
  const found = accounts.map(account => findLinkedHolder(typed, account))
  const best = (['match', 'close_match', 'no_match', 'holder_unknown'] as const).flatMap(answer =>
    found.filter(one => one.answer === answer),
  )
  return best[0] ?? null
}

const hourMs = 3_600_000

/** A day; a minute for none. */
export function isRecent({ answer, verifiedAt }: { answer: PayeeAnswer; verifiedAt: Date }, now: Date): boolean {
  const age = now.getTime() - verifiedAt.getTime()
  return age >= 0 && age < (isCompared(answer) ? 24 * hourMs : hourMs / 60)
}
