import { foldText } from '@guichet/values/text/clean.ts'
import { type ImportField, importFields, type LineStatus } from '#lib/domain/accounts/import-line.ts'
import known from './heads.json' with { type: 'json' }

/** Words of the tables that banks export, in French and English, then in other languages of Europe. */

/** Folded, preferred first. */
export const headsOf = (field: ImportField): readonly string[] => heads.get(field) ?? []
const heads = new Map(importFields.map(field => [field, known[field].flatMap(line => line.split(' | '))] as const))

/** The other side, whose account may have a column. */
export const payeeHead =
  /payee|partner|benefici|counter ?party|contrepartie|tegenpartij|empfanger|beguenstigt|begunstigt|zahlungs|auftraggeber|kontrahent|adverse|^(?:nom|name)$/
export const balanceHead = /sald|solde|balance|kontostand|guthaben|\bbal\./

const currencyWords =
  /(?:\((?:[a-z]{3}|r\$|[+-]|euros?|€|incl\.? vat)\)|\b(?:[ei]n )?(?:eur|euroa?|euros|chf|usd|gbp)$|(?:\b[ei]n )?€$)/g

/** `dateOp`, `Libelle_operation`, `Montant(EUROS) :` as above. */
export function foldHead(column: string): string {
  const words = column
    .slice(0, 80)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^#|[_’]/g, sign => (sign === '’' ? "'" : ' '))
  return foldText(words)
    .replace(currencyWords, '')
    .replace(/(?<![:*])[:*]+$/, '')
    .trim()
}

const signWords: ReadonlyMap<string, 'out' | 'in'> = new Map([
  ...'debit d dr db - out outgoing af soll s sortie depense depenses retrait expense expenses spending withdrawal sent debited debet debets belastung ausgabe cargo debe gasto dare addebito uscita debito dbit ausgang uttag obciazenie wn debiteur emis sortant terheles odchozi vydaj borc otto veloitus breme duguje isplata haevning ut'
    .split(' ')
    .map(word => [word, 'out'] as const),
  ...'credit c cr + in incoming bij haben h entree recette recettes revenu revenus depot income deposit received credited einnahme ingreso entrata k kredit kredits gutschrift abono haber avere accredito credito crdt eingang insattning uznanie ma crediteur recu entrant jovairas prichozi prijem alacak pano hyvitys dobro potrazuje uplata indsaetning inn'
    .split(' ')
    .map(word => [word, 'in'] as const),
])

export type SignReader = (cell: string) => 'out' | 'in' | null

export const readSignWord: SignReader = cell => signWords.get(foldText(cell)) ?? null

/** Dare and avere, terhelés and jóváírás: letters that mean something beside the other only. */
const signPairs = [
  ['d', 'a'],
  ['t', 'j'],
] as const

/** Of a column. */
export function signReader(cells: readonly string[]): SignReader {
  const words = new Set(cells.map(foldText).filter(word => word !== ''))
  const [out] = (words.size === 2 && signPairs.find(pair => pair.every(word => words.has(word)))) || []
  return out === undefined ? readSignWord : cell => (cell === '' ? null : foldText(cell) === out ? 'out' : 'in')
}

/** What banks begin the text of a transaction with. */
const comesIn =
  /^(?:vir(?:ement|t)?\.? (?:sepa |inst(?:antane)? )?(?:recu|entrant|en votre faveur)|versement (?:recu|d?'?especes)|remise (?:de |d')?(?:cheques?|cb|cartes?|especes|effets?)|encaissement|gutschrift|transfer from|(?:incoming|inbound) (?:transfer|payment)|transferencia recibida|bonifico (?:ricevuto|in entrata))\b|\b(?:paiement|payment|prelevement automatique) (?:recu|received|enregistre)\b/
const goesOut =
  /^(?:(?:paiement|payment|reglement) (?:par |by |en )?(?:carte|cb|card|cheque|ligne|mobile|sans contact)|carte|cb|card|achat|purchase|retrait|withdrawal|dab|prlv|prelevement|direct debit|lastschrift|kartenzahlung|pago con tarjeta|pagamento (?:con )?carta|cheque|frais|fees?|commissions?|agios|interets? debit\w*|vir(?:ement|t)?\.? (?:sepa |inst(?:antane)? )?(?:emis|sortant|a|vers|pour|en faveur de)|transfer to|(?:outgoing|outbound) (?:transfer|payment)|transferencia emitida|bonifico (?:inviato|in uscita))\b/
const comesBack =
  /\b(?:annul\w*|extourne|credit|rembours\w*|avoir|refund\w*|returned|reversal|storno|merci|thank you)\b(?! (?:de )?(?:pret|credit|emprunt)| (?:a|to)\b)/

/** Null: not said, or more than one. */
export function directionAmong(cells: readonly string[]): 'in' | 'out' | null {
  const [found = null, ...others] = new Set(cells.flatMap(cell => readDirection(foldText(cell.slice(0, 100))) ?? []))
  return others.length === 0 ? found : null
}

function readDirection(folded: string): 'in' | 'out' | null {
  if (comesIn.test(folded)) return 'in'
  const isBack = comesBack.test(folded)
  return goesOut.test(folded) ? (isBack ? null : 'out') : isBack ? 'in' : null
}

/** Other words are a booked line's. */
const statuses: readonly (readonly [RegExp, Exclude<LineStatus, 'booked'>])[] = [
  [
    /rever[st]|declin|canc|annul|anulad|storn|fail|echou|refus|rejet|reject|rjct|void|expir|denied|blocked|bloqu|returned|bounced|abgelehnt|rifiut|rechaz|odrzuc|geweigerd|afgewezen|unsuccessful|ruckgangig|zuruck|fehlgeschl|ruckgebucht|nicht ausgefuhrt|non riuscit|teruggeboekt|devuelt|hylat|abandon|deneg|recus|falh|fallid|fallit|respint|cofnie|mislukt|teruggedraaid|anulow|nieudan|afvist|avvis|kansell|incomplete|not completed|non abouti/,
    'declined',
  ],
  [
    /pend|pdng|\bno[nt]? (?:yet )?(?:contab|comptab|book|posted|cleared)|nicht (?:ver|ge)bucht|da contabil|niet geboekt|ikke bok|erwartet|terminiert|wartend|openstaand|prevu|\bdraft|queued|unbooked|en cours|attente|attesa|wait|a venir|futr|upcoming|processing|in process|announc|annonc|schedul|programm|autori[sz]|authori|reserv|vorgemerkt|ausstehend|\boffen\b|oczekuj|behandeling|behandling|sospes|in corso|en curso|em curso|bearbeitung|elaborazione|processamento|en proceso|en tramite|geplant|on hold|uncleared|unposted|unsettled|in afwachting|niet verwerkt|nierozlicz|blokad|w toku|afventer|preliminar|^v(?:enter|antar)/,
    'not_booked',
  ],
  [/^info|informati/, 'informational'],
]

export function readStatus(cell: string): LineStatus {
  const folded = foldText(cell.slice(0, 60))
  return statuses.find(([words]) => words.test(folded))?.[1] ?? 'booked'
}

const currencies: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['$', 'USD'],
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['£', 'GBP'],
  ['livre', 'GBP'],
])

export function readCurrency(cell: string): string {
  return currencies.get(foldText(cell)) ?? cell.trim().toUpperCase()
}

const sectionTitle =
  /^(?:(?:(?:nog )?niet verwerkte|verwerkte|geboekte|gebuchte|completed|posted|booked|cleared|settled) )?(?:operations?|transact(?:ions?|ies)|mouvements?|paiements?|achats?|pending|upcoming|umsatze|buchungen|vorgemerkte|offene|movimient[io]s?|movimenti)\b(?!.*\b(?:non|hors|sans|pas|not|nicht|ohne)\b)/

/** Of the rows below a title such as "Opérations à venir"; null: no title. */
export function readSectionStatus(cells: readonly string[]): LineStatus | null {
  const [title = '', ...others] = cells.filter(cell => cell !== '').map(foldText)
  return others.length === 0 && title.length <= 40 && sectionTitle.test(title) ? readStatus(title) : null
}

const setOf = (...lines: readonly string[]) => new Set(lines.flatMap(words => words.split(' ')))
const balanceNouns = setOf(
  'solde saldo balance bal kontostand anfangssaldo endsaldo schlusssaldo beginsaldo eindsaldo slutsaldo saldovortrag',
)
const sumNouns = setOf('soldes saldos total totals totale totaux cumul summe gesamtsumme', ...balanceNouns)
const datedWords = setOf(
  'date au aux as at am al op per janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'january february march april may june july august september october november december janv fevr avr juil sept',
  'januar februar marz juni juli oktober dezember jan feb mar apr jun jul aug sep oct nov dec okt dez',
)
/** What else such a row says: with other words it is what was paid. */
const besideSum = setOf(
  'a le du de del des la les l d en of on vom the before after fin debut ouverture cloture depart initial final ancien',
  'nouveau precedent anterieur report reporte reporter veille general debit debits credit credits crediteur debiteur',
  'comptable bancaire disponible provisoire intermediaire theorique reel net valeur avant apres operation operations',
  'opening closing beginning starting ending previous current available ledger cleared statement account brought carried',
  'forward bf cf bd cd iniziale finale contabile disponibile precedente inicial anterior do dia disponivel contable alter',
  'neuer vorheriger vorig nieuw inkomend uitgaand poczatkowe koncowe period periode periodo compte cheques cheque courant',
  'jour journee mois month day eur euro euros',
  ...datedWords,
)
const carried = /^(?:a nouveau|(?:a )?report(?:er)?|(?:brought|carried) forward)\b/

/** `S A L D O` is one, and so is a day. */
function sumWordsOf(cell: string): string[] {
  const folded = foldText(cell.slice(0, 100))
  return (/^(?:\w )+\w$/.test(folded) ? folded.replaceAll(' ', '') : folded)
    .replace(/\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/g, 'date')
    .replace(/\b([bc])\/([fd])\b/g, '$1$2')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}

/** Of a row with a day, which says nothing but which balance it is: "Solde de tout compte" is a wage. */
export function isBalanceLabel(label: string): boolean {
  const words = sumWordsOf(label)
  // "Solde du 12/11" may be paid.
  const isDated = words.some(word => datedWords.has(word))
  const isKnown = (word: string) =>
    balanceNouns.has(word) || besideSum.has(word) || (isDated && /^\d+(?:er)?$/.test(word))
  return (words.some(word => balanceNouns.has(word)) || carried.test(words.join(' '))) && words.every(isKnown)
}

/** Without a day, whatever follows. */
function isSum(cell: string): boolean {
  const words = sumWordsOf(cell)
  const at = words.findIndex(word => sumNouns.has(word))
  const [before, after = 'date'] = [words.slice(0, Math.max(0, at)), words[at + 1]]
  return (
    at >= 0 && before.every(word => besideSum.has(word) || /^(?:sous|sub|grand)$/.test(word)) && besideSum.has(after)
  )
}

const openingWords =
  /ancien|^report|alter|anfang|anterior|inizial|inicial|precedent|initial|opening|debut|depart|previous|starting|beginning|brought|before/

/** A row about the balance or a sum, not a transaction. */
export function readSumRow(cells: readonly string[]): { readonly isOpening: boolean } | null {
  const cell = cells.find(one => isSum(one) || isBalanceLabel(one))
  return cell === undefined ? null : { isOpening: openingWords.test(foldText(cell)) }
}

export const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))

/** `Amount (USD)`, `Gutschrift CHF`, `Montant en euros`, `Débit (€)`. */
export function currencyOfHead(column: string): string {
  const word = /(?:\b([A-Z]{3}|euros?|EUROS?)|([€£]))\)?[ :]*$/.exec(column.trim())
  const code = readCurrency(word?.[1] ?? word?.[2] ?? '')
  return knownCurrencies.has(code) ? code : ''
}
