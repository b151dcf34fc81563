import { findRule, type PreparedRule, type RuledLine } from './rule.ts'
import type { TransactionNature } from './transaction.ts'

/** What money was spent on. A means of payment is no purpose: without more the category is `to_file`. */
export const builtInCategories = [
  'salary',
  'benefits',
  'other_income',
  'housing',
  'energy',
  'telecom',
  'groceries',
  'restaurant',
  'transport',
  'travel',
  'health',
  'insurance',
  'children',
  'leisure',
  'shopping',
  'donation',
  'tax',
  'loan',
  'savings',
  'cash',
  'fee',
  'interest',
  'refund',
  'incident',
  'other',
  'to_file',
] as const
export type BuiltInCategory = (typeof builtInCategories)[number]

export const categoryIcons = [
  'tag',
  'star',
  'heart',
  'home',
  'car',
  'bike',
  'plane',
  'book',
  'music',
  'gift',
  'baby',
  'dog',
  'tree',
  'tools',
  'work',
  'piggy',
] as const
export const categoryTones = ['neutral', 'brand', 'info', 'success', 'warning', 'danger'] as const

/** Otherwise it is the id of an own one. */
export function isBuiltInCategory(name: string): name is BuiltInCategory {
  return (builtInCategories as readonly string[]).includes(name)
}

/** Folded whole words; the first group with a match wins. */
const hints: readonly (readonly [BuiltInCategory, string])[] = [
  ['salary', 'salaire|salaires|salary|paie|remuneration'],
  [
    'benefits',
    'caf du|caf de|caf|cpam|pole emploi|france travail|allocation|pension|carsat|agirc arrco|retraite|crous bourse',
  ],
  ['tax', 'dgfip|impot|impots|taxe fonciere|taxe habitation|tresor public|urssaf|cfe|tva|amende'],
  ['children', 'creche|creches|cantine|ecole|periscolaire|assistante maternelle|pajemploi|nounou'],
  [
    'insurance',
    'maif|macif|matmut|maaf|axa|allianz|groupama|gmf|assurance|assurances|prevoyance|decennale|garantie loyers impayes',
  ],
  [
    'health',
    'mutuelle|mgen|pharmacie|medecin|docteur|dr|dentiste|hopital|hospices|laboratoire|doctolib|opticien|kine|harmonie|malakoff',
  ],
  ['donation', 'don|dons|medecins sans frontieres|croix rouge|restos du coeur|secours populaire|unicef|wwf|greenpeace'],
  ['energy', 'edf|engie|totalenergies electricite|electricite|gaz|ekwateur|eau|veolia|suez|enedis|grdf'],
  [
    'housing',
    'loyer|loyers|proprietaire|foncia|citya|nexity|syndic|regie|copropriete|immobilier|logement|sci les|charges locatives',
  ],
  ['savings', 'livret|epargne|ldds|lep|pel|assurance vie|compte projet|placement'],
  [
    'transport',
    'sncf|ratp|tcl|sytral|navigo|uber|taxi|blablacar|parking|peage|aprr|autoroute|essence|station|totalenergies|total|esso|shell|bp|velov|vinci',
  ],
  // After transport: `SNCF INTERNET` sells tickets.
  ['telecom', 'orange|sfr|bouygues telecom|free mobile|free telecom|free|sosh|red by sfr|internet|ovh'],
  ['travel', 'hotel|airbnb|booking|air france|easyjet|ryanair|ibis|novotel|gite|camping|location voiture|voyage'],
  [
    'groceries',
    'carrefour|monoprix|lidl|auchan|leclerc|intermarche|franprix|casino|aldi|biocoop|picard|naturalia|super u|grand frais|boulangerie|boucherie|primeur|fromagerie|marche|pain',
  ],
  [
    'restaurant',
    'restaurant|brasserie|cafe|bistrot|bouchon|sushi|pizza|mcdonald|burger|kebab|cojean|uber eats|deliveroo|starbucks|traiteur|bar',
  ],
  [
    'leisure',
    'cinema|pathe|ugc|theatre|musee|concert|netflix|spotify|deezer|canal|disney|basic fit|keep cool|sport|piscine|librairie|le monde|abonnement|abonnements|jeux|steam|tabac',
  ],
  [
    'shopping',
    'fnac|decathlon|zara|ikea|leroy merlin|amazon|vinted|darty|h m|boulanger|castorama|sephora|zalando|cdiscount|la redoute|galeries lafayette|action',
  ],
  ['loan', 'echeance pret|pret immo|credit conso|cofidis|cetelem|sofinco|remboursement pret'],
]

const hintPatterns = hints.map(
  ([category, words]) => [category, new RegExp(`(?:^|[^a-z0-9])(?:${words})(?![a-z0-9])`)] as const,
)

/** Take precedence: Uber Eats is no ride. */
const exceptions = /(?:^|[^a-z0-9])(?:uber eats|cafe|brasserie)(?![a-z0-9])/

const byNature: Readonly<Record<TransactionNature, BuiltInCategory>> = {
  transfer_out: 'to_file',
  transfer_in: 'other_income',
  direct_debit: 'to_file',
  levy_received: 'other_income',
  interest: 'interest',
  fee: 'fee',
  reversal: 'refund',
  effect: 'to_file',
  securities: 'savings',
  cheque: 'to_file',
  card: 'to_file',
  incident: 'incident',
  loan: 'loan',
  international: 'to_file',
  cash: 'cash',
  other: 'to_file',
}

/** Decide whatever the label says. */
const decided: ReadonlySet<TransactionNature> = new Set([
  'interest',
  'fee',
  'cash',
  'loan',
  'incident',
  'securities',
  'reversal',
])

export type FilingLine = RuledLine & {
  readonly nature: TransactionNature
  /** ISO 20022; SALA is a salary. */
  readonly subFamily: string | null
  /** Folded first remittance text. */
  readonly label: string
}

export type Filing = {
  readonly category: string
  readonly source: 'code' | 'label' | 'rule'
  readonly ruleId: string | null
}

/**
 * By the person's rules in order, an unambiguous bank code, words of the label, then nature. A category chosen for
 * the transaction itself is not handled here.
 */
export function categorise(line: FilingLine, rules: readonly PreparedRule[]): Filing {
  const rule = findRule(line, rules)
  if (rule) return { category: rule.category, source: 'rule', ruleId: rule.id }
  if (line.subFamily === 'SALA') {
    return { category: line.amountMinor < 0n ? 'to_file' : 'salary', source: 'code', ruleId: null }
  }
  const hinted = decided.has(line.nature) ? null : hintOf(line)
  if (hinted) return { category: hinted, source: 'label', ruleId: null }
  return { category: byNature[line.nature], source: 'code', ruleId: null }
}

const incomeOnly: ReadonlySet<BuiltInCategory> = new Set(['salary', 'benefits'])

/** To savings and back. */
const isOfDirection = (category: BuiltInCategory, moneyIn: boolean): boolean =>
  category === 'savings' || incomeOnly.has(category) === moneyIn

/**
 * First hint in the label, else in the other texts. Money received by card is a trader's takings if the label says
 * so, else a refund.
 */
function hintOf({ label, searchText, amountMinor, nature }: FilingLine): BuiltInCategory | null {
  const moneyIn = amountMinor >= 0n
  if (exceptions.test(label) && nature === 'card') return 'restaurant'
  const find = (text: string) =>
    hintPatterns.find(([category, words]) => isOfDirection(category, moneyIn) && words.test(text))?.[0]
  const found = find(label) ?? (moneyIn ? undefined : find(searchText))
  if (found) return found
  if (!moneyIn || nature !== 'card') return null
  return takings.test(label) ? 'other_income' : 'refund'
}

/** A trader's card takings. */
const takings = /^(?:enc|encaissement|remise) (?:cb|carte)\b/
