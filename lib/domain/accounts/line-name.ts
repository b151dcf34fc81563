import { foldText } from '@guichet/values/text/clean.ts'
import {
  accented,
  civilities,
  countryCodes,
  endings,
  kindsOfPlace,
  type LabelForm,
  labelForms,
  legalForms,
  linkingWords,
  monthNames,
  paymentServices,
  phrases,
  smallWords,
  spellings,
  towns,
  townWords,
  wholeNames,
} from './line-name-words.ts'
import type { TransactionNature } from './transaction.ts'

const nameLimit = 60

type Kind = LabelForm['kind'] | 'bank'

/** Describes the payment itself: `VIREMENT REJETE PLAFOND DEPASSE`. */
const meansOfPayment = /^(?:CARTE|CB|PAIEMENT|VIR|VIREMENT|PRLV|PRELEVEMENT|CHEQUE|RETRAIT|REMISE)\b/

const kindByNature: Partial<Readonly<Record<TransactionNature, Kind>>> = {
  card: 'card',
  transfer_in: 'transfer',
  transfer_out: 'transfer',
  international: 'transfer',
  direct_debit: 'debit',
}

/**
 * Name in lists: the shop or person in a label (`CARTE 21/11 BOULANGERIE PAUL LYON 3`: "Boulangerie Paul"), or the
 * bank's words, readable. `label` as `labelOf`; at most 60 characters. For display only.
 */
export function nameOfLine(label: string, nature: TransactionNature): string {
  if (label.trim() === '') return ''
  const text = toCapitals(label)
  if (text === null) return cut(withoutOpening(label))
  const form = labelForms.find(({ opening }) => opening.test(text))
  const rest = form ? text.replace(form.opening, '').trim() : text
  const kind = form?.kind ?? (meansOfPayment.test(text) ? 'bank' : (kindByNature[nature] ?? 'bank'))
  const words = nameWords(rest, kind)
  const name = words.length === 0 ? '' : write(words, kind, label)
  const kept = form?.keeps ?? ''
  return cut([kept, name].filter(part => part !== '').join(' ')) || cut(sentence(text.split(' ')))
}

/** Of a name in another script: the bank's words before it are in ours. */
function withoutOpening(label: string): string {
  const capitals = label.toUpperCase()
  const opening = labelForms.map(form => form.opening.exec(capitals)?.[0]).find(words => words !== undefined)
  return label.slice(opening?.length ?? 0).trim() || label
}

function toCapitals(label: string): string | null {
  const text = foldText(label).toUpperCase()
  return /^[\w '’&.,:;/*+()#°!?@-]+$/.test(text) ? text : null
}

function nameWords(rest: string, kind: Kind): string[] {
  switch (kind) {
    case 'card':
    case 'debit':
      return shopWords(withoutService(withoutDate(rest)).split(' '), kind)
    case 'cash':
      return withoutDate(rest)
        .split(' ')
        .filter(word => word !== '' && !isReference(word))
    case 'transfer':
      return partyWords(rest.split(' '))
    case 'cheque':
      return rest.split(' ')
    case 'bank':
      return dropTail(
        rest.split(' ').filter(word => word !== ''),
        isLegalForm,
      )
  }
}

const date =
  /^(?:DU )?(?:X\d{4} |\d{4} |\*\d{4} )?(?:LE |DU )?(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{6})(?: (?:A )?\d{1,2}[H:]\d{2})?(?: |$)/

/** Day, hour and card digits stand before the shop. */
function withoutDate(text: string): string {
  return text
    .replace(/^[*X]+\d{4}(?: |$)/, '')
    .replace(date, '')
    .trim()
}

/** `PAYPAL *NETFLIX 35314369001`; PayPal itself if no shop is named. */
function withoutService(text: string): string {
  const shop = text.replace(paymentServices, '')
  return /[A-Z]/.test(shop) ? shop : text.replace(/[*_]/g, ' ').trim()
}

/** Without references, place, legal form and endings. */
function shopWords(all: readonly string[], kind: Kind): string[] {
  const words = all
    .filter(word => word !== '')
    .map(word => word.replace(/^WWW\./, '').replace(/\.(?:COM|FR|NET|EU|IO)(?:\/.*)?$/s, ''))
  const named = withoutPlace(dropReferences(withoutPlace(words)))
  return withoutForms(withoutEndings(named), kind)
}

function partyWords(all: readonly string[]): string[] {
  const words = all.filter(word => word !== '')
  const named = words[0] === 'SALAIRE' && words.length > 1 ? words.slice(1) : words
  const single = civilities.has(named[0] ?? '') && named.length > 1 && named[1] !== 'OU' && named[1] !== 'ET'
  const party = dropReferences(single ? named.slice(1) : named)
  // A company's town is removed; a person's may be a surname, unless it has several words.
  const form = party.findIndex((word, at) => at > 0 && isLegalForm(word))
  if (form > 0 && towns.has(party.slice(form + 1).join(' '))) return withoutForms(party.slice(0, form), 'transfer')
  const town = party.findIndex((_, at) => at > 0 && at < party.length - 1 && towns.has(party.slice(at).join(' ')))
  return withoutForms(town > 0 && !linkingWords.has(party[town - 1] ?? '') ? party.slice(0, town) : party, 'transfer')
}

/** `CARREFOUR N°12 75011 PARIS FR`. */
function withoutPlace(words: readonly string[]): string[] {
  const isTail = (word: string) => isReference(word) || countryCodes.has(word) || word === 'CEDEX'
  return dropTail(withoutTown(dropTail(words, isTail)), isTail)
}

/** `4029357733`, `N°12`, `#3`, `REF:A1B2C3D4`, `12,50EUR`, `21/11`; not two digits: `STUDIO 54`. */
function isReference(word: string): boolean {
  return /^(?:N[°O]\.?|#)\d+$|^\d{3}[\d.,/-]*$|^\d[\d.,]*(?:EUR|USD|GBP|CHF)$|^\*|^\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?$|\d{4}/.test(
    word,
  )
}

function dropReferences(words: readonly string[]): string[] {
  const left = words.filter(word => !/\d{4}/.test(word))
  const short = dropTail(left, word => /^(?:REF|REFERENCE|ECH|MANDAT|ICS|RUM|ID|N°|NO)[.:]?$/.test(word))
  return short.length > 0 ? short : [...words]
}

function dropTail(words: readonly string[], isTail: (word: string) => boolean): string[] {
  let end = words.length
  while (end > 1 && isTail(words[end - 1] ?? '')) end -= 1
  return words.slice(0, end)
}

/** With its district. A town inside the name stays. */
function withoutTown(words: readonly string[]): string[] {
  for (let at = words.length - 1; at > 0; at -= 1) {
    if (linkingWords.has(words[at - 1] ?? '')) continue
    for (let length = townWords; length > 0; length -= 1) {
      const isTown = towns.has(words.slice(at, at + length).join(' '))
      if (isTown && words.length - at - length <= 2) return words.slice(0, at)
    }
  }
  return [...words]
}

function withoutEndings(words: readonly string[]): string[] {
  const text = words.join(' ')
  const ending = endings.find(end => text.endsWith(` ${end}`))
  if (ending === undefined || wholeNames.has(text)) return [...words]
  const left = words.slice(0, words.length - ending.split(' ').length)
  return linkingWords.has(left.at(-1) ?? '') ? [...words] : left
}

function isLegalForm(word: string): boolean {
  return legalForms.has(word.replaceAll('.', ''))
}

function withoutForms(words: readonly string[], kind: Kind): string[] {
  const left = dropTail(words, isLegalForm)
  const [first = '', ...others] = left
  return kind !== 'bank' && others.length > 0 && isLegalForm(first) ? others : left
}

function write(words: readonly string[], kind: Kind, label: string): string {
  if (label !== label.toUpperCase() && label !== label.toLowerCase()) return asWritten(words, label)
  if (kind === 'bank') return sentence(words)
  const [first = '', ...rest] = words
  // The tax office, and which tax.
  if (first === 'DGFIP' && rest.length > 0) return joinPhrases([`${writeWord(first)},`, ...rest.map(plainWord)])
  return joinPhrases(
    words.map((word, at) => (at > 0 && isSmall(word, words[at - 1]) ? plainWord(word) : writeWord(word))),
  )
}

/** "Hôtel de la Plage", but "Restaurant Le Vieux Port"; "Salaires août". */
function isSmall(word: string, before = ''): boolean {
  const isOwnName = /^L[AE]S?$/.test(word) && kindsOfPlace.has(before)
  return monthNames.has(word) || (smallWords.has(word) && !isOwnName)
}

const together = phrases.map(([apart, joined]) => [new RegExp(`${apart}(?= |$)`, 'g'), joined] as const)

function joinPhrases(words: readonly string[]): string {
  const text = together.reduce((text, [apart, joined]) => text.replace(apart, joined), words.join(' '))
  return text.replace(/(?<= |^)(Sainte?|Ste?) (?=\p{Lu})(?!Laurent)/gu, '$1-').replaceAll("'", '’')
}

/** Both have the same words unless ligatures were split. */
function asWritten(words: readonly string[], label: string): string {
  const written = new Map(label.split(/\s+/).map(word => [foldText(word).toUpperCase(), word]))
  return words.map(word => written.get(word) ?? writeWord(word)).join(' ')
}

function writeWord(word: string): string {
  return word
    .split(/([-'/&.])/)
    .map(writePiece)
    .join('')
}

function writePiece(piece: string): string {
  const spelling = spellings.get(piece) ?? capitalised(accented.get(piece))
  if (spelling !== undefined) return spelling
  // Without a vowel it is an acronym: SFR, LCR.
  if (piece.length < 6 && !/[AEIOUY]/.test(piece)) return piece
  return piece.slice(0, 1) + piece.slice(1).toLowerCase()
}

function capitalised(word: string | undefined): string | undefined {
  return word === undefined ? undefined : word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** One capital letter, accents, names in their own spelling. */
function sentence(words: readonly string[]): string {
  const text = joinPhrases(words.map(plainWord))
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function plainWord(word: string): string {
  if (word === 'A') return 'à'
  return spellings.get(word) ?? accented.get(word) ?? (/[AEIOUY]/.test(word) ? word.toLowerCase() : word)
}

function cut(name: string): string {
  const characters = [...name]
  return characters.length <= nameLimit
    ? name
    : `${characters
        .slice(0, nameLimit - 1)
        .join('')
        .trimEnd()}…`
}
