/** The answers about a name: match, close match, no match (EPC Verification Of Payee scheme). */
export type NameAnswer = 'MTCH' | 'CMTC' | 'NMTC'

export type NameMatch = {
  readonly answer: NameAnswer
  /** The holder's name as the bank knows it, with a close match only. */
  readonly matchedName: string | null
}

/**
 * Compares a payee's name with the holders of an account; the best answer counts. Case, accents, punctuation, the order of the
 * words and titles never matter. A close match differs in the company form, by abbreviations, by initials or further given
 * names, or by one wrong letter. A surname alone is no match, so that a name can't be guessed from a part of it.
 */
export function matchName(asked: string, holders: readonly string[]): NameMatch {
  const words = wordsOf(asked)
  const answers = holders.map(holder => ({ holder, answer: compare(words, wordsOf(holder)) }))
  if (answers.some(({ answer }) => answer === 'MTCH') || namesAll(words, holders)) return matched
  const close = answers.find(({ answer }) => answer === 'CMTC')
  return close ? { answer: 'CMTC', matchedName: close.holder } : { answer: 'NMTC', matchedName: null }
}

const matched: NameMatch = { answer: 'MTCH', matchedName: null }

/** "Camille et Thomas Bernard": every holder of a joint account, a common surname once. */
function namesAll(asked: readonly string[], holders: readonly string[]): boolean {
  return holders.length > 1 && sorted(new Set(asked)) === sorted(new Set(holders.flatMap(wordsOf))) && asked.length > 0
}

function compare(asked: readonly string[], held: readonly string[]): NameAnswer {
  if (asked.length === 0 || held.length === 0) return 'NMTC'
  if (sorted(asked) === sorted(held)) return 'MTCH'
  const [askedCore, heldCore] = [coreOf(asked), coreOf(held)]
  // Names that consist of a company form only have no core to compare.
  if (askedCore.length === 0 || heldCore.length === 0) return 'NMTC'
  if (sorted(askedCore) === sorted(heldCore)) return 'CMTC'
  const [few, many] = askedCore.length <= heldCore.length ? [askedCore, heldCore] : [heldCore, askedCore]
  return pairs(few, many) ? 'CMTC' : 'NMTC'
}

const sorted = (words: Iterable<string>): string => [...words].sort().join(' ')

/** Without the company form, and with abbreviations written out. */
function coreOf(words: readonly string[]): string[] {
  return words.filter(word => !companyForms.has(word)).map(word => abbreviations.get(word) ?? word)
}

/**
 * Every word of the shorter name is one of the longer: the same, its initial, or with one wrong letter. One word at least must
 * be the same as a whole, one letter at most may be wrong, and two words are needed to leave others out.
 */
function pairs(few: readonly string[], many: readonly string[]): boolean {
  const left = [...many]
  let same = 0
  let initials = 0
  let wrong = 0
  const take = (fits: (other: string) => boolean): boolean => {
    const at = left.findIndex(other => fits(other))
    if (at === -1) return false
    left.splice(at, 1)
    return true
  }
  const rest = few.filter(word => {
    const found = take(other => other === word)
    if (found && word.length > 1) same += 1
    return !found
  })
  for (const word of rest) {
    if (take(other => isInitial(word, other))) initials += 1
    else if (take(other => differsByOneLetter(word, other))) wrong += 1
    else return false
  }
  if (wrong > 1 || (wrong > 0 && initials > 0)) return false
  if (many.length === 1) return wrong === 1
  return same > 0 && few.length > 1
}

const isInitial = (one: string, other: string): boolean =>
  (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other))

/** Shorter words are too easily other names: Léa and Éva, Luc and Lou. */
const shortestMistaken = 4

/** One letter replaced, missing or added, or two neighbours exchanged. */
function differsByOneLetter(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < shortestMistaken) return false
  const start = [...one].findIndex((letter, at) => letter !== other[at])
  const at = start === -1 ? one.length : start
  const rest = (text: string, from: number) => text.slice(at + from)
  const isExchanged = one[at] === other[at + 1] && one[at + 1] === other[at]
  return (
    rest(one, 1) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    rest(one, 0) === rest(other, 1) ||
    (isExchanged && rest(one, 2) === rest(other, 2))
  )
}

const titles = new Set(
  'm mr mme mlle mm mmes monsieur madame mademoiselle messieurs mesdames mrs ms miss dr docteur me maitre pr professeur et ou and'.split(
    ' ',
  ),
)

const companyForms = new Set(
  'sa sas sasu sarl eurl snc sci scp scop selarl selas gie ei eirl asso association gmbh ltd plc llc bv nv srl spa ag kg'.split(
    ' ',
  ),
)

const abbreviations = new Map([
  ['ets', 'etablissements'],
  ['etabl', 'etablissements'],
  ['ste', 'societe'],
  ['soc', 'societe'],
  ['cie', 'compagnie'],
  ['st', 'saint'],
  ['assoc', 'association'],
  ['intl', 'international'],
  ['fr', 'france'],
  ['frs', 'freres'],
])

/** Characters of a name that are looked at. */
const longestName = 140

/** Lower case, without accents, punctuation and titles; ligatures split; company forms written as letters (S.A.R.L.) joined. */
function wordsOf(name: string): string[] {
  const folded = name
    .slice(0, longestName)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/\b(?:\p{L}\.){2,}/gu, letters => letters.replaceAll('.', ''))
    .replace(
      /\bsociete (?:par actions simplifiee|anonyme|a responsabilite limitee|civile immobiliere)\b/g,
      form => formsInFull[form] ?? form,
    )
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  const said = words.filter(word => !titles.has(word))
  return said.length > 0 ? said : words
}

const formsInFull: Readonly<Record<string, string>> = {
  'societe par actions simplifiee': 'sas',
  'societe anonyme': 'sa',
  'societe a responsabilite limitee': 'sarl',
  'societe civile immobiliere': 'sci',
}
