import { daysAround, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { foldText } from '@guichet/values/text/clean.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { type AccountIdentity, accountKeys, byAccount } from './counting.ts'
import { namedIn } from './transaction-counterparty.ts'

/** Own transfers and a deferred-debit card's invoice are neither income nor spending. */

export type PairingLine = {
  readonly accountId: string
  readonly key: string
  readonly day: IsoDate
  readonly amountMinor: bigint
  readonly currency: string
  readonly label: string
  /** Whole remittance, folded. */
  readonly text: string
  readonly nature: string
  readonly endToEndId: string | null
}

export type PairingAccount = AccountIdentity & {
  readonly kind: 'account' | 'card'
  readonly name: string
  readonly bank: string
  /** Of a card. */
  readonly backingAccountId: string | null
}

export type Pair = {
  readonly kind: 'own_transfer' | 'card_settlement'
  readonly accountId: string
  readonly key: string
  readonly pairAccountId: string
  /** Null for an invoice, which corresponds to a month of card transactions. */
  readonly pairKey: string | null
}

/** Days, with a weekend and a holiday. */
export const transferDays = 4
const lookAround = Array.from({ length: transferDays + 1 }, (_, days) => [...new Set([-days, days])]).flat()

/** Not a shop's, creditor's or cash machine's. */
const transferNatures: ReadonlySet<string> = new Set(['transfer_in', 'transfer_out', 'international', 'other', 'cash'])

/**
 * The same amount out of one own account and into another within four days, nearest first, if something says that they are one: an equal
 * end-to-end id, or a text that names the other account, its bank or holder. Between currencies: an equal id, or both name the exchange
 * ("CHANGE USD EUR").
 */
export function pairTransfers(lines: readonly PairingLine[], accounts: readonly PairingAccount[]): Pair[] {
  return pairUp(lines, accounts, evidenceAmong(accounts)).flatMap(({ debits, credits }) => [
    ...debits.map(line => half(line, credits[0])),
    ...credits.map(line => half(line, debits[0])),
  ])
}

/** What is paired without evidence, newest first: suggestions for a person to decide. */
export function suggestPairs(lines: readonly PairingLine[], accounts: readonly PairingAccount[]) {
  return pairUp(lines, accounts, () => true)
    .map(({ debits: [debit], credits: [credit] }) => ({ debit, credit }))
    .toSorted((left, right) => compare(right.debit.day, left.debit.day))
}

type Same = readonly [PairingLine, ...PairingLine[]]

/** Of each transfer its lines, first that which was found, then its twins. */
function pairUp(
  lines: readonly PairingLine[],
  accounts: readonly PairingAccount[],
  areOne: Evidence,
): { readonly debits: Same; readonly credits: Same }[] {
  const own = new Set(accounts.filter(({ kind }) => kind === 'account').map(({ id }) => id))
  const usable = lines.filter(({ accountId, nature }) => own.has(accountId) && transferNatures.has(nature))
  const debits = usable.filter(({ amountMinor }) => amountMinor < 0n)
  const most = Math.max(1, Math.min(maxAlike, Math.floor(maxCompared / debits.length)))
  const creditsFor = indexCredits(
    usable.filter(({ amountMinor }) => amountMinor > 0n),
    most,
  )
  const areApart = betweenTwo(accounts)
  const candidates = debits
    .flatMap(debit => creditsFor(debit).flatMap(credit => candidate(debit, credit, areApart, areOne)))
    .sort(byLikeness)
  const used = new Set<string>()
  const twinsOf = indexTwins(usable, accounts)
  const withTwins = (line: PairingLine): Same => [line, ...twinsOf(line).filter(one => !used.has(idOf(one)))]
  return candidates.flatMap(({ debit, credit }) => {
    if (used.has(idOf(debit)) || used.has(idOf(credit))) return []
    const found = { debits: withTwins(debit), credits: withTwins(credit) }
    for (const line of [...found.debits, ...found.credits]) used.add(idOf(line))
    return [found]
  })
}

/** The same line of the same account, as another login gives it. */
function indexTwins(
  lines: readonly PairingLine[],
  accounts: readonly PairingAccount[],
): (line: PairingLine) => PairingLine[] {
  const doubled = new Map(
    byAccount(accounts).flatMap(rows => (rows.length < 2 ? [] : rows.map(({ id }) => [id, rows[0]?.id]))),
  )
  const contentOf = ({ accountId, day, amountMinor, currency, label }: PairingLine) =>
    JSON.stringify([doubled.get(accountId), day, amountMinor.toString(), currency, label])
  const alike = Map.groupBy(
    lines.filter(({ accountId }) => doubled.has(accountId)),
    contentOf,
  )
  return line => {
    const same = doubled.has(line.accountId) ? (alike.get(contentOf(line)) ?? []) : []
    const ordinal = same.filter(({ accountId }) => accountId === line.accountId).indexOf(line)
    const others = Map.groupBy(
      same.filter(({ accountId }) => accountId !== line.accountId),
      ({ accountId }) => accountId,
    )
    return [...others.values()].flatMap(rows => rows[ordinal] ?? [])
  }
}

/**
 * Without evidence an equal opposite line is only a suggestion: the likeliest of another own account, with the same
 * days and kinds as for a pair. Null: none.
 */
export function suggestHalf(
  line: PairingLine,
  others: readonly PairingLine[],
  accounts: readonly PairingAccount[],
): PairingLine | null {
  const isUsable = ({ accountId, nature }: PairingLine) =>
    transferNatures.has(nature) && accounts.some(({ id, kind }) => id === accountId && kind === 'account')
  if (!isUsable(line)) return null
  const opposite = others.filter(
    other => isUsable(other) && other.amountMinor === -line.amountMinor && other.currency === line.currency,
  )
  const isOut = line.amountMinor < 0n
  const areApart = betweenTwo(accounts)
  const [found] = opposite
    .flatMap(other => candidate(isOut ? line : other, isOut ? other : line, areApart, () => true))
    .sort(byLikeness)
  return found === undefined ? null : isOut ? found.credit : found.debit
}

/** Limits comparisons: a bank or file could have thousands. */
const maxAlike = 50
const maxCompared = 200_000

/** Without comparing every debit with every credit. */
function indexCredits(credits: readonly PairingLine[], most: number): (debit: PairingLine) => PairingLine[] {
  const keyOf = (amountMinor: bigint, currency: string, day: IsoDate) => `${amountMinor} ${currency} ${day}`
  const byDay = Map.groupBy(credits, ({ amountMinor, currency, day }) => keyOf(amountMinor, currency, day))
  const byId = Map.groupBy(credits, endToEndIdOf)
  const exchanges = Map.groupBy(credits.filter(namesExchange), ({ day }) => day)
  const around = daysAround(lookAround)
  return debit => {
    const id = endToEndIdOf(debit)
    const named = id === null ? [] : (byId.get(id) ?? []).slice(0, most)
    const equal = around(debit.day)
      .flatMap(day => byDay.get(keyOf(-debit.amountMinor, debit.currency, day))?.slice(0, most) ?? [])
      .slice(0, most)
    const inOthers = named.filter(({ currency }) => currency !== debit.currency)
    const exchanged = namesExchange(debit)
      ? around(debit.day)
          .flatMap(day => exchanges.get(day)?.slice(0, most) ?? [])
          .slice(0, most)
      : []
    return [...equal, ...inOthers, ...exchanged.filter(credit => areOneExchange(debit, credit))]
  }
}

/** Also used by PostgreSQL. */
export const exchangePattern = '(^|[^a-z0-9_])(change|conversion|exchange|fx)($|[^a-z0-9_])'
const exchangeWords = new RegExp(exchangePattern)

function namesExchange({ text }: PairingLine): boolean {
  return exchangeWords.test(text)
}

function areOneExchange(debit: PairingLine, credit: PairingLine): boolean {
  const codes = [debit, credit].map(({ currency }) => currency.toLowerCase())
  const words = [debit, credit].map(({ text }) => new Set(text.split(/\W+/)))
  return codes[0] !== codes[1] && words.every(of => codes.every(code => of.has(code)))
}

type Candidate = {
  readonly debit: PairingLine
  readonly credit: PairingLine
  readonly same: boolean
  readonly days: number
}

/** Null also for EPC AT-T014's placeholder. */
function endToEndIdOf({ endToEndId }: PairingLine): string | null {
  return endToEndId === '' || endToEndId === 'NOTPROVIDED' ? null : endToEndId
}

/** Of two accounts, whatever the logins. */
function betweenTwo(accounts: readonly PairingAccount[]): Evidence {
  const keyOf = accountKeys(accounts)
  const keys = new Map(accounts.map(account => [account.id, keyOf(account)]))
  return (debit, credit) => keys.get(debit.accountId) !== keys.get(credit.accountId)
}

function candidate(debit: PairingLine, credit: PairingLine, areApart: Evidence, areOne: Evidence): Candidate[] {
  const days = daysBetween(debit.day, credit.day)
  if (Math.abs(days) > transferDays || !areApart(debit, credit)) return []
  const both = endToEndIdOf(debit) !== null && endToEndIdOf(credit) !== null
  // Different ids are different transfers.
  if (both && debit.endToEndId !== credit.endToEndId) return []
  // Money doesn't arrive before it leaves, unless two banks book one transfer.
  if (!both && (days < 0 || !areOne(debit, credit))) return []
  return [{ debit, credit, same: both, days: Math.abs(days) }]
}

type Evidence = (debit: PairingLine, credit: PairingLine) => boolean

const ownWords =
  /\b(?:livret|epargne|ldds?|pel|cel|virement interne|vir interne|compte a compte|entre (?:mes|vos) comptes|internal transfer|between accounts)\b/
/** Of accounts, banks and titles; they name nobody. */
const commonWords = new Set(
  'compte comptes account banque bank caisse credit mutuel populaire agricole societe generale des les de du la le et ou monsieur madame mme mlle mr'.split(
    ' ',
  ),
)

function tellingWords(text: string): string[] {
  return foldText(text)
    .split(/[^a-z0-9]+/)
    .filter(word => word.length > 2 && !commonWords.has(word))
}

/** What a text says of the other account: its IBAN or number, two words of its name, one of its bank or kind. */
function evidenceAmong(accounts: readonly PairingAccount[]): Evidence {
  const known = new Map(
    accounts.map(({ id, name, bank, iban }) => {
      const [words, bankWords] = [tellingWords(name), tellingWords(bank).filter(word => word.length > 4)]
      return [id, { words, bank, bankWords, number: iban?.slice(-13, -2).toLowerCase() ?? null }]
    }),
  )
  const names = ({ text }: PairingLine, accountId: string, ofId: string) => {
    const [other, own] = [known.get(accountId), known.get(ofId)]
    const said = new Set(text.split(/[^a-z0-9]+/))
    if (!other) return false
    return (
      (other.number !== null && text.replace(/\s/g, '').includes(other.number)) ||
      other.words.filter(word => said.has(word)).length >= 2 ||
      other.words.some(word => kindWords.has(word) && said.has(word)) ||
      (other.bank !== own?.bank && other.bankWords.some(word => said.has(word)))
    )
  }
  return (debit, credit) =>
    debit.currency !== credit.currency ||
    ownWords.test(debit.text) ||
    ownWords.test(credit.text) ||
    names(debit, credit.accountId, debit.accountId) ||
    names(credit, debit.accountId, credit.accountId)
}

const kindWords = new Set(['courant', 'joint', 'cheques', 'commun', 'projet', 'jeune', 'savings', 'current'])

function byLikeness(left: Candidate, right: Candidate): number {
  return (
    Number(right.same) - Number(left.same) ||
    left.days - right.days ||
    compare(idOf(left.debit), idOf(right.debit)) ||
    compare(idOf(left.credit), idOf(right.credit))
  )
}

function half(line: PairingLine, other: PairingLine): Pair {
  const { accountId, key } = line
  return { kind: 'own_transfer', accountId, key, pairAccountId: other.accountId, pairKey: other.key }
}

function idOf({ accountId, key }: PairingLine): string {
  return `${accountId} ${key}`
}

/** Wording of a monthly invoice; also used by PostgreSQL. */
export const settlementPattern =
  '(^|[^a-z0-9_])(factures?|releve|debit differe|encours|prelevement) ((de|des|du|votre) )?(cartes?|cb)($|[^a-z0-9_])'
const settlementWords = new RegExp(settlementPattern)

/**
 * Outgoing, of the cards family, worded as an invoice (document 1, card rules); only if the card's transactions are
 * stored.
 */
export function findSettlements(
  lines: readonly PairingLine[],
  accounts: readonly PairingAccount[],
  cardsWithSlips: ReadonlySet<string>,
): Pair[] {
  return lines.flatMap(line => {
    const { accountId, key, amountMinor, nature, label } = line
    const cards = accounts.filter(
      ({ id, backingAccountId }) => backingAccountId === accountId && cardsWithSlips.has(id),
    )
    if (amountMinor >= 0n || nature !== 'card' || !settlementWords.test(label)) return []
    const named = cards.find(card => label.includes(namedIn(card.name))) ?? cards[0]
    return named ? [{ kind: 'card_settlement' as const, accountId, key, pairAccountId: named.id, pairKey: null }] : []
  })
}
