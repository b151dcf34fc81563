import { foldText } from '@guichet/values/text/clean.ts'
import type { ImportField, LineStatus } from '#lib/domain/accounts/import-line.ts'

/** Words of the tables that banks export. */

/** Folded, preferred first. */
export const heads: { readonly [field in ImportField]: readonly string[] } = {
  day: [
    'date comptable',
    'date de comptabilisation',
    'booking date',
    'date operation',
    "date d'operation",
    "date de l'operation",
    'date op',
    'completed date',
    'date de fin',
    'operation date',
    'settlement date',
    'date',
    'jour',
    'day',
    'transaction date',
    'posting date',
    'date de la transaction',
    'date transaction',
  ],
  amount: [
    'net',
    'apres commission',
    'montant',
    'montant operation',
    "montant de l'operation",
    'montant total',
    'amount',
    'total amount',
    'valeur',
    'value',
    'somme',
    'gross',
    'brut',
  ],
  debit: [
    'debit',
    'montant debit',
    'sortie',
    'sorties',
    'paid out',
    'money out',
    'withdrawal',
    'withdrawals',
    'outflow',
    'depense',
    'depenses',
  ],
  credit: [
    'credit',
    'montant credit',
    'entree',
    'entrees',
    'paid in',
    'money in',
    'deposit',
    'deposits',
    'inflow',
    'recette',
    'recettes',
  ],
  label: [
    'libelle',
    'libelle simplifie',
    "libelle de l'operation",
    'libelle court',
    'libelle operation',
    'label',
    'description',
    'intitule',
    'wording',
    'payee',
    'partner name',
    'counterparty name',
    'nom de la contrepartie',
    'contrepartie',
    'beneficiaire',
    'nom',
    'name',
    'narrative',
    'motif',
    'operation',
    'communication',
  ],
  details: [
    'details',
    'detail',
    "detail de l'ecriture",
    'libelle operation',
    'libelle complet',
    'informations complementaires',
    'libelle complementaire',
    'payment reference',
    'reference de paiement',
    'memo',
    'note',
    'notes',
    'comment',
    'commentaire',
  ],
  valueDate: ['date de valeur', 'date valeur', 'date val', 'value date', 'valuta', 'date de la valeur'],
  reference: [
    'reference',
    'ref',
    'reference operation',
    "numero d'operation",
    'numero',
    'id',
    'transaction id',
    'transfer wise id',
    'numero de transaction',
  ],
  endToEndId: ['reference de bout en bout', 'end-to-end id', 'end to end id', 'endtoendid'],
  currency: ['devise', 'currency', 'monnaie', 'devise du compte'],
  sign: [
    'sens',
    "sens de l'operation",
    'debit/credit',
    'credit/debit',
    'd/c',
    'dr/cr',
    'cd flag',
    'indicator',
    'af bij',
    'transaction type',
    'type',
  ],
  account: [
    'iban',
    'numero de compte',
    'n° de compte',
    'account number',
    'account num',
    'account iban',
    'compte iban',
    'account',
    'compte',
    'product',
    'produit',
    'account name',
  ],
  status: ['state', 'status', 'etat', 'statut'],
  fee: ['fee', 'fees', 'frais', 'commission'],
  balance: ['solde', 'balance', 'running balance', 'solde courant', 'solde apres operation'],
}

/** Columns of the other side's account in tables with these heads. */
export const payeeHeads = [
  'payee',
  'partner name',
  'beneficiaire',
  'counterparty name',
  'nom de la contrepartie',
  'nom',
  'name',
]

const currencyWords = /(?:\((?:eur|euros?|€|utc|ttc|incl\.? vat)\)|\b(?:en )?(?:eur|euros?)$|€$)/g

/** `dateOp`, `Libelle_operation`, `Montant(EUROS) :` as above. */
export function foldHead(column: string): string {
  const words = column
    .slice(0, 80)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_’]/g, sign => (sign === '_' ? ' ' : "'"))
  return foldText(words)
    .replace(currencyWords, '')
    .replace(/(?<![:*])[:*]+$/, '')
    .trim()
}

const signWords: ReadonlyMap<string, 'out' | 'in'> = new Map([
  ...'debit d dr db - out af soll s sortie depense withdrawal sent'.split(' ').map(word => [word, 'out'] as const),
  ...'credit c cr + in bij haben h entree recette deposit received'.split(' ').map(word => [word, 'in'] as const),
])

export function readSignWord(cell: string): 'out' | 'in' | null {
  return signWords.get(foldText(cell)) ?? null
}

/** Other words are a booked line's. */
const statuses: readonly (readonly [RegExp, Exclude<LineStatus, 'booked'>])[] = [
  [
    /revert|declin|cancel|annul|fail|echou|refus|rejet|reject|rjct|\bcanc\b|void|expir|denied|blocked|bloqu|returned/,
    'declined',
  ],
  [
    /pend|pdng|en cours|attente|wait|a venir|futr|upcoming|process|announc|annonc|schedul|programm|autoris|authori/,
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

/** A row about the balance or a sum, not a transaction. */
const sumWords =
  /^(?:(?:ancien|nouveau|sous|grand|sub|opening|closing|starting|ending|beginning|available|current|final|initial|previous)[ -]*)?(?:totals?|totaux|soldes?|balance)\b(?:$|[\s:(]*$| \((?:euros?|eur|€)\)| (?:au|aux|des?|du|en|general|debits?|credits?|final|initial|of|on|as|at|comptable|crediteur|debiteur|precedent|disponible|fin|debut|before|after|brought|carried|forward)\b)/
const openingWords = /ancien|precedent|initial|opening|debut|depart|previous|starting|beginning|brought|before/

export function readSumRow(cells: readonly string[]): { readonly isOpening: boolean } | null {
  const cell = cells.map(one => foldText(one.slice(0, 100))).find(one => sumWords.test(one))
  return cell === undefined ? null : { isOpening: openingWords.test(cell) }
}

const datedSumWords =
  /^(?:(?:ancien|nouveau|opening|closing) )?(?:solde|balance)(?:$| (?:au|initial|final|precedent|crediteur|debiteur|de depart|d'ouverture|de cloture|reporte|brought forward|carried forward)\b)/

/** Of a row with a day, of which more must be said: "Solde de tout compte" is a wage. */
export function isBalanceLabel(label: string): boolean {
  return datedSumWords.test(foldText(label.slice(0, 100)))
}
