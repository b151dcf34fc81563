import { foldText } from '@guichet/values/text/clean.ts'
import { type BuiltInCategory, incomeOnly } from './category.ts'
import { findRule, type PreparedRule, type RuledLine } from './rule.ts'
import { type SubCategory, topOf } from './sub-category.ts'
import type { TransactionNature } from './transaction.ts'

/** What a transaction is filed under by itself. */

/** One more with each change of what a line is filed under, or of whose it is: stored lines are filed again. */
export const filingVersion = 3

/** Of an account, its product or name. */
export function namesSavings(text: string): boolean {
  return /\b(?:livret|epargne|ldds?|lep|pel|cel|savings)\b/.test(foldText(text))
}

/** Folded whole words; the first group with a match wins. */
const hints: readonly (readonly [BuiltInCategory, string])[] = [
  ['salary', 'salaire|salaires|salary|paie|remuneration'],
  [
    'benefits',
    'caf du|caf de|caf|cpam|pole emploi|france travail|allocation|pension|carsat|agirc arrco|retraite|crous',
  ],
  ['tax', 'dgfip|impot|impots|taxe fonciere|taxe habitation|tresor public|urssaf|cfe|tva|amende|cvec'],
  [
    'children',
    'creche|creches|cantine|ecole|periscolaire|assistante maternelle|pajemploi|nounou|jouet|jouets|joueclub|okaidi|vertbaudet|petit bateau|jacadi',
  ],
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
    'sncf|ratp|tcl|sytral|navigo|uber|taxi|blablacar|parking|peage|aprr|autoroute|essence|station|location utilitaire|rent a car|totalenergies|total|esso|shell|bp|velov|vinci',
  ],
  // After transport: `SNCF INTERNET` sells tickets.
  ['telecom', 'orange|sfr|bouygues telecom|free mobile|free telecom|free|sosh|red by sfr|internet|ovh'],
  [
    'travel',
    'hotel|airbnb|booking|air france|easyjet|ryanair|ibis|novotel|gite|camping|location voiture|voyage|chalet|forfaits|remontees mecaniques|auberge|club med',
  ],
  [
    'groceries',
    'carrefour|monoprix|lidl|auchan|leclerc|intermarche|franprix|casino|aldi|biocoop|picard|naturalia|super u|grand frais|boulangerie|boucherie|primeur|fromagerie|marche|pain',
  ],
  [
    'restaurant',
    'restaurant|brasserie|cafe|bistrot|bouchon|sushi|pizza|mcdonald|burger|kebab|cojean|uber eats|deliveroo|starbucks|traiteur|bar|resto|cafeteria|ninkasi|flunch|kfc|subway',
  ],
  [
    'leisure',
    'cinema|pathe|ugc|theatre|musee|concert|netflix|spotify|deezer|canal|disney|basic fit|keep cool|sport|piscine|librairie|le monde|abonnement|abonnements|jeux|steam|tabac|playstation|nintendo|xbox|youtube|adobe|github|figma|digitalocean',
  ],
  [
    'shopping',
    'fnac|decathlon|zara|ikea|leroy merlin|amazon|vinted|darty|h m|boulanger|castorama|sephora|zalando|cdiscount|la redoute|galeries lafayette|action|bureau vallee',
  ],
  ['fee', 'location coffre|coffre fort'],
  ['loan', 'echeance pret|pret immo|credit conso|cofidis|cetelem|sofinco|remboursement pret'],
]

const wholeWords = (words: string) => new RegExp(`(?:^|[^a-z0-9])(?:${words})(?![a-z0-9])`)

/** Of a category what its own words tell. */
const subHints: Readonly<Record<SubCategory, string>> = {
  fuel: 'essence|station|totalenergies|total|esso|shell|bp',
  public_transport: 'sncf|ratp|tcl|sytral|navigo|velov',
  parking: 'parking|peage|aprr|autoroute|vinci',
  taxi: 'uber|taxi|blablacar',
  pharmacy: 'pharmacie',
  doctor: 'medecin|docteur|dr|dentiste|hopital|hospices|laboratoire|doctolib|opticien|kine',
  streaming: 'netflix|spotify|deezer|canal|disney|youtube',
  sport: 'basic fit|keep cool|sport|piscine',
}

const subPatterns = Object.entries(subHints).map(([sub, words]) => ({ top: topOf(sub), sub, words: wholeWords(words) }))

/** First by the label, else by the other texts. */
function refine(category: BuiltInCategory, { label, searchText }: FilingLine): string {
  const among = subPatterns.filter(({ top }) => top === category)
  const find = (text: string) => among.find(({ words }) => words.test(text))?.sub
  return find(label) ?? find(searchText) ?? category
}

const hintPatterns = hints.map(([category, words]) => [category, wholeWords(words)] as const)

/** Take precedence: Uber Eats is no ride, and a Crous is a landlord, a canteen or a grant. */
const exceptions = wholeWords('uber eats|cafe|brasserie|resto|cafeteria|chez [a-z]+')

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
  /** The account is a company's (`usage` ORGA). */
  readonly isBusiness: boolean
  /** The other side is an owner. */
  readonly isOwners?: boolean
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
  const category = line.isBusiness ? ofBusiness(line, hinted) : hinted
  if (category) return { category: refine(category, line), source: 'label', ruleId: null }
  return { category: line.amountMinor < 0n ? byNature[line.nature] : incomeOf(line), source: 'code', ruleId: null }
}

/** Whatever the means, money of nobody known is other income, or a business's sales. */
function incomeOf({ nature, isBusiness }: FilingLine): BuiltInCategory {
  const income = isBusiness ? 'sales' : 'other_income'
  return decided.has(nature) || nature === 'other' ? byNature[nature] : income
}

/** Words of what only a business pays. */
const businessHints: readonly (readonly [BuiltInCategory, RegExp])[] = [
  ['wages', wholeWords('salaires?|paie|remunerations?|acomptes? salaires?')],
  ['social_charges', wholeWords('urssaf|msa|agirc arrco|pro btp|retraite|prevoyance')],
  ['vat', wholeWords('tva')],
  [
    'suppliers',
    wholeWords(
      'grossiste|scierie|metro|point p|wurth|materiaux|fournitures?|fournisseurs?|droits de place|cabinet|comptable|plomberie|menuiserie|imprimerie|sas|sarl|gmbh|ltd|inc|bv|ag',
    ),
  ],
]

const ownersWords = wholeWords(
  'compte courant (?:d )?associes?|apports? personnels?|prelevements? (?:(?:de l )?exploitant|personnels?)',
)

/** What a private person buys to eat or to wear, a business buys to sell or to use. */
const goods: ReadonlySet<BuiltInCategory> = new Set(['groceries', 'shopping', 'children'])

function ofBusiness(
  { label, searchText, amountMinor, nature, isOwners }: FilingLine,
  hinted: BuiltInCategory | null,
): BuiltInCategory | null {
  if (decided.has(nature)) return null
  if (/^transfer/.test(nature) && (isOwners || ownersWords.test(searchText))) return 'owner'
  if (amountMinor >= 0n) return hinted === 'savings' || hinted === 'refund' || hinted === 'benefits' ? hinted : null
  const own = businessHints.find(([, words]) => words.test(label))?.[0]
  if (own) return own
  if (nature === 'effect') return 'suppliers'
  if (hinted === null) return nature === 'card' || nature === 'direct_debit' ? 'suppliers' : null
  return goods.has(hinted) ? 'suppliers' : hinted
}

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
