/** The answers about a name: match, close match, no match (EPC Verification Of Payee scheme). */
export type NameAnswer = 'MTCH' | 'CMTC' | 'NMTC'

export type NameMatch = {
  readonly answer: NameAnswer
  /** The holder's name as the bank knows it, with a close match only. */
  readonly matchedName: string | null
}

/**
 * Compares a payee's name with the holders of an account; the best answer counts. Case, accents, punctuation, the order of the
 * words and titles never matter for a match; an umlaut may be written with an e. A close match differs in the company form, by
 * abbreviations, by one initial, by further given names or by one wrong letter, in the order that a person writes (`isInOrder`). A
 * surname alone is no match, and neither is a name without it or among many words, so that a holder can't be found with one question.
 */
export function matchName(asked: string, holders: readonly string[]): NameMatch {
  const spellings = spellingsOf(asked)
  const answers = holders.map(holder => ({ holder, answer: best(spellings, spellingsOf(holder)) }))
  const isEverybody = spellings.some(words => namesAll(words, holders))
  if (answers.some(({ answer }) => answer === 'MTCH') || isEverybody) return matched
  const close = answers.find(({ answer }) => answer === 'CMTC')
  return close ? { answer: 'CMTC', matchedName: close.holder } : { answer: 'NMTC', matchedName: null }
}

/** The words of a name, with its umlauts as a vowel alone and as a vowel with an e. */
function spellingsOf(name: string): string[][] {
  const text = name.slice(0, longestName).normalize('NFC')
  const written = text.replace(/[äöü]/gi, letter => `${letter}e`)
  return written === text ? [wordsOf(text)] : [wordsOf(text), wordsOf(written)]
}

function best(asked: readonly string[][], held: readonly string[][]): NameAnswer {
  const answers = asked.flatMap(one => held.map(other => compare(one, other)))
  return answers.find(answer => answer === 'MTCH') ?? answers.find(answer => answer === 'CMTC') ?? 'NMTC'
}

const matched: NameMatch = { answer: 'MTCH', matchedName: null }

/** "Camille et Thomas Bernard": every holder of a joint account, a common surname once. */
function namesAll(asked: readonly string[], holders: readonly string[]): boolean {
  return (
    holders.length > 1 &&
    sorted(new Set(asked)) === sorted(new Set(holders.flatMap(holder => wordsOf(holder.slice(0, longestName))))) &&
    asked.length > 0
  )
}

function compare(asked: readonly string[], held: readonly string[]): NameAnswer {
  if (asked.length === 0 || held.length === 0) return 'NMTC'
  if (sorted(asked) === sorted(held)) return 'MTCH'
  const [askedCore, heldCore] = [coreOf(asked), coreOf(held)]
  // Names that consist of a company form only have no core to compare.
  if (askedCore.length === 0 || heldCore.length === 0) return 'NMTC'
  if (sorted(askedCore) === sorted(heldCore)) return 'CMTC'
  return isClose(askedCore, heldCore) ? 'CMTC' : 'NMTC'
}

const sorted = (words: Iterable<string>): string => [...words].sort().join(' ')

/** Without the company form, and with abbreviations written out. */
function coreOf(words: readonly string[]): string[] {
  return words.filter(word => !companyForms.has(word)).map(word => abbreviations.get(word) ?? word)
}

/** Words that one may write beside those of the holder's name: further given names, or the second half of a surname. */
const maxExtra = 2

/**
 * Every word of the shorter name is one of the longer, in its order: the same, its initial, or with one wrong letter. One word at least
 * must be the same as a whole, one letter or one initial at most may differ, and two words are needed to leave others out. Who asks with
 * more words than the holder has must write all of the holder's in full.
 */
function isClose(asked: readonly string[], held: readonly string[]): boolean {
  const extra = asked.length - held.length
  const [few, many] = extra > 0 ? [held, asked] : [asked, held]
  const pairs = pairsOf(few, many)
  if (pairs === null || !isInOrder(pairs.map(({ at }) => at))) return false
  const countOf = (how: Pair['how']) => pairs.filter(pair => pair.how === how).length
  const [initials, wrong] = [countOf('initial'), countOf('wrong')]
  if (initials + wrong > 1) return false
  if (many.length === 1) return wrong === 1
  if (few.length === 1 || countOf('same') === 0) return false
  if (extra === 0) return true
  if (extra < 0) return isNamed(pairs, asked, held)
  const positions = pairs.map(({ at }) => at)
  const between = Math.max(...positions) - Math.min(...positions) + 1 - few.length
  const isEnded = between < extra
  return (
    initials + wrong === 0 &&
    extra <= maxExtra &&
    (!isEnded || extra === 1) &&
    asked.filter(word => word.length === 1).length <= 1
  )
}

/** Who leaves words out writes the last one, the surname, and another that is no particle. */
function isNamed(pairs: readonly Pair[], asked: readonly string[], held: readonly string[]): boolean {
  const hasLast = pairs.some(({ at, how }) => at === held.length - 1 && how !== 'initial')
  return hasLast && asked.filter(word => !particles.has(word)).length > 1
}

const particles = new Set('de du des la le les au aux en van von der den di da of the'.split(' '))

type Pair = { readonly at: number; readonly how: 'same' | 'initial' | 'wrong' }

/** For each word of the shorter name its position in the longer, the same words first; null if one has none. */
function pairsOf(few: readonly string[], many: readonly string[]): Pair[] | null {
  const taken = new Set<number>()
  const pairs: (Pair | null)[] = few.map(() => null)
  for (const how of ['same', 'initial', 'wrong'] as const) {
    for (const [position, word] of few.entries()) {
      if (pairs[position]) continue
      const at = many.findIndex((other, index) => !taken.has(index) && fits[how](word, other))
      if (at === -1) continue
      taken.add(at)
      pairs[position] = { at, how }
    }
  }
  const found = pairs.filter(pair => pair !== null)
  return found.length === few.length ? found : null
}

/** Rising, or with the end written first: "Bernard Camille Anne". */
function isInOrder(positions: readonly number[]): boolean {
  const falls = positions.filter((at, index) => index > 0 && at < (positions[index - 1] ?? 0)).length
  return falls === 0 || (falls === 1 && (positions.at(-1) ?? 0) < (positions[0] ?? 0))
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

const fits: { readonly [how in Pair['how']]: (one: string, other: string) => boolean } = {
  same: (one, other) => one === other,
  initial: isInitial,
  wrong: differsByOneLetter,
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
  // A word may be a name: a first name alone matches nobody.
  return said.length > 1 ? said : words
}

const formsInFull: Readonly<Record<string, string>> = {
  'societe par actions simplifiee': 'sas',
  'societe anonyme': 'sa',
  'societe a responsabilite limitee': 'sarl',
  'societe civile immobiliere': 'sci',
}
