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
  /(?:\((?:[a-z]{3}|r\$|[+-]|euros?|€|incl\.? vat)\)|\b(?:[ei]n )?(?:eur|euroa?|euros|chf|usd|gbp)$|€$)/g

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
  ...'debit d dr db - out outgoing af soll s sortie depense depenses retrait expense expenses spending withdrawal sent debited debet debets belastung ausgabe cargo debe gasto dare addebito uscita'
    .split(' ')
    .map(word => [word, 'out'] as const),
  ...'credit c cr + in incoming bij haben h entree recette recettes revenu revenus depot income deposit received credited einnahme ingreso entrata k kredit kredits gutschrift abono haber avere accredito'
    .split(' ')
    .map(word => [word, 'in'] as const),
])

export function readSignWord(cell: string): 'out' | 'in' | null {
  return signWords.get(foldText(cell)) ?? null
}

/** What banks begin the text of a transaction with. */
const comesIn =
  /^(?:vir(?:ement|t)?\.? (?:sepa |inst(?:antane)? )?(?:recu|entrant|de\b|en votre faveur)|versement (?:recu|d?'?especes)|remise|depot|deposit|salaire|salary|gehalt|lohn|interets?(?! debit)|interest|zinsen|encaissement|gutschrift|transfer from|(?:incoming|inbound) (?:transfer|payment)|transferencia recibida|bonifico (?:ricevuto|in entrata))\b|\b(?:paiement|payment|prelevement automatique) (?:recu|received|enregistre)\b/
const goesOut =
  /^(?:(?:paiement|payment|reglement) (?:par |by |en )?(?:carte|cb|card|cheque|ligne|mobile|sans contact)|carte|cb|card|achat|purchase|retrait|withdrawal|dab|prlv|prelevement|direct debit|lastschrift|kartenzahlung|pago con tarjeta|pagamento (?:con )?carta|cheque|facture|frais|fees?|commissions?|cotisation|agios|interets? debit\w*|vir(?:ement|t)?\.? (?:sepa |inst(?:antane)? )?(?:emis|sortant|a|vers|pour|en faveur de)|transfer to|(?:outgoing|outbound) (?:transfer|payment)|transferencia emitida|bonifico (?:inviato|in uscita))\b/
const comesBack =
  /\b(?:annul\w*|extourne|credit|rembours\w*|avoir|refund\w*|returned|reversal|storno|merci|thank you)\b(?! (?:de )?(?:pret|credit|emprunt))/

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
    /rever[st]|declin|canc|annul|anulad|storn|fail|echou|refus|rejet|reject|rjct|void|expir|denied|blocked|bloqu|returned|bounced|abgelehnt|rifiut|rechaz|odrzuc|geweigerd|afgewezen|unsuccessful|incomplete|not completed|non abouti/,
    'declined',
  ],
  [
    /pend|pdng|\bno[nt] (?:yet )?(?:contab|comptab|book|posted|cleared)|nicht gebucht|unbooked|en cours|attente|attesa|wait|a venir|futr|upcoming|processing|in process|announc|annonc|schedul|programm|autori[sz]|authori|reserv|vorgemerkt|ausstehend|\boffen\b|oczekuj|behandeling|^v(?:enter|antar)/,
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
  /^(?:operations?|transactions?|mouvements?|paiements?|achats?|pending|upcoming|umsatze|vorgemerkte|offene|movimient[io]s?|movimenti)\b(?!.*\b(?:non|hors|sans|pas|not|nicht|ohne)\b)/

/** Of the rows below a title such as "Opérations à venir"; null: no title. */
export function readSectionStatus(cells: readonly string[]): LineStatus | null {
  const [title = '', ...others] = cells.filter(cell => cell !== '').map(foldText)
  return others.length === 0 && title.length <= 40 && sectionTitle.test(title) ? readStatus(title) : null
}

/** A row about the balance or a sum, not a transaction. */
const sumWords =
  /^(?:a reporter$|report(?:$| (?:a nouveau|(?:du |de )?solde)\b))|^(?:(?:ancien|alter|neuer|anfangs|end|nouveau|sous|grand|sub|opening|closing|starting|ending|beginning|available|current|final|initial|previous)[ -]*)?(?:totals?|totale|totaux|cumul|summe|gesamtsumme|soldes?|saldos?|kontostand|balance)\b(?:$|[\s:(]*$| \((?:euros?|eur|€)\)| (?:au|aux|des?|du|en|general|debits?|credits?|final|initial|of|on|as|at|am|vom|al?|del|comptable|contabile|finale|iniziale|inicial|anterior|crediteur|debiteur|precedent|disponible|fin|debut|before|after|brought|carried|forward)\b| [a-z]{3,9} \d{4}$)/
const openingWords =
  /ancien|^report|alter|anfang|anterior|inizial|inicial|precedent|initial|opening|debut|depart|previous|starting|beginning|brought|before/

export function readSumRow(cells: readonly string[]): { readonly isOpening: boolean } | null {
  const cell = cells.map(one => foldText(one.slice(0, 100))).find(one => sumWords.test(one))
  return cell === undefined ? null : { isOpening: openingWords.test(cell) }
}

const datedSumWords =
  /^(?:a reporter$|report(?:$| (?:a nouveau|(?:du |de )?solde)\b))|^(?:(?:ancien|nouveau|opening|closing|beginning|ending|starting) )?(?:solde|balance|saldo)(?:$| as of\b| (?:au|initial|final|precedent|crediteur|debiteur|de depart|d'ouverture|de cloture|reporte|anterior|do dia|inicial|precedente|iniziale|finale|brought forward|carried forward)\b)/

/** Of a row with a day, of which more must be said: "Solde de tout compte" is a wage, `S A L D O` is none. */
export function isBalanceLabel(label: string): boolean {
  const folded = foldText(label.slice(0, 100))
  const text = /^(?:\w )+\w$/.test(folded) ? folded.replaceAll(' ', '') : folded
  const [words] = datedSumWords.exec(text) ?? []
  if (words === undefined) return false
  const rest = text.slice(words.length).replace(/\b[a-z]{3,9}\.? \d{4}\b/, '')
  return rest.split(/[\s:,()']+/).every(word => /^\W*$|\d/.test(word) || besideSum.has(word))
}

/** What else a label of a balance says; with other words it is what was paid: "Solde au titre du loyer". */
const besideSum = new Set(
  'au le du de la les l d en of on as at the period periode compte account cheques cheque courant jour mois month day eur euro euros'.split(
    ' ',
  ),
)

export const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))

/** `Amount (USD)`, `Gutschrift CHF`. */
export function currencyOfHead(column: string): string {
  const code = /\b([A-Z]{3})\)?$/.exec(column.trim())?.[1] ?? ''
  return knownCurrencies.has(code) ? code : ''
}
