import type { BankTransaction, BankTransactionCode } from '@guichet/stet/terms/account-data.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText, foldText } from '@guichet/values/text/clean.ts'
import { decodeEntities } from '@guichet/values/text/entities.ts'
import { isBooked } from './open-line.ts'

/** Document 1, transaction categories. */
export const transactionNatures = [
  'transfer_out',
  'transfer_in',
  'direct_debit',
  'levy_received',
  'interest',
  'fee',
  'reversal',
  'effect',
  'securities',
  'cheque',
  'card',
  'incident',
  'loan',
  'international',
  'cash',
  'other',
] as const
export type TransactionNature = (typeof transactionNatures)[number]

/** bank:D46. */
const lineLimit = 140
/** More than any bank sends. */
const linesLimit = 20

/** Booking, expected, value, transaction date, or the day of reading (R16). */
export function dayOf(line: BankTransaction, readOn: IsoDate): IsoDate {
  return line.bookingDate ?? line.expectedBookingDate ?? line.valueDate ?? line.transactionDate ?? readOn
}

export function cleanRemittance(remittance: readonly string[]): string[] {
  return remittance
    .slice(0, linesLimit)
    .map(line => cleanText(decodeEntities(line), lineLimit))
    .filter(line => line !== '')
}

/** Empty without remittance. */
export function labelOf(line: Pick<BankTransaction, 'remittance'>, clean = cleanRemittance(line.remittance)): string {
  return clean[0] ?? ''
}

/** Remittance without accents, the amount with point and comma, the end-to-end id. */
export function searchTextOf(line: BankTransaction, clean = cleanRemittance(line.remittance)): string {
  const amount = formatAmount(line.amount).replace('-', '')
  const words = [...clean, cleanText(line.endToEndId ?? '', lineLimit)]
  return foldText([...words, amount, amount.replace('.', ',')].join(' '))
}

/** Equal ones are numbered. */
function contentOf(line: BankTransaction): string {
  const { status, amount, bookingDate, valueDate, transactionDate, expectedBookingDate, remittance, endToEndId } = line
  const money = [amount.amountMinor.toString(), amount.currency]
  return JSON.stringify([
    status,
    ...money,
    bookingDate,
    valueDate,
    transactionDate,
    expectedBookingDate,
    remittance,
    endToEndId,
  ])
}

export type KeyedLine = { readonly key: string; readonly line: BankTransaction }

/** Keys given so far in one reading, with what they stand for. */
export type GivenKeys = Map<string, string>

/** `keptFrom`: its day is before those read. */
type StoredKey = { readonly meaning: string; readonly which: string; readonly keptFrom: IsoDate | null }
type StoredKeys = ReadonlyMap<string, StoredKey>

type Meaning = {
  readonly amountMinor: bigint | string
  readonly currency: string
  readonly bookingDate: IsoDate | null
}

export function meaningOf({ amountMinor, currency, bookingDate }: Meaning): string {
  return `${amountMinor} ${currency} ${bookingDate ?? ''}`
}

export function whichOf({ resourceId, remittance }: Pick<BankTransaction, 'resourceId' | 'remittance'>): string {
  return [resourceId, ...remittance].join('\n')
}

type Hash = (text: string) => string

export function keysOfReference(line: BankTransaction, sha256: Hash) {
  const { entryReference, amount, bookingDate, nth } = line
  const meaning = meaningOf({ ...amount, bookingDate })
  const which = whichOf(line)
  const content = `${meaning} ${sha256(which).slice(0, 16)}`
  const last = [entryReference, content, nth ?? []].flat().join(' ')
  const keys = nth === undefined ? [entryReference ?? '', `${entryReference} ${meaning}`, last] : [last]
  return { meaning, which, content, last, keys }
}

function keyOfReference(line: BankTransaction, sha256: Hash, given: GivenKeys, stored: StoredKeys): string {
  const { meaning, which, content, last, keys } = keysOfReference(line, sha256)
  const free = keys.filter(key => (given.get(key) ?? content) === content)
  const alike = free.filter(key => stored.get(key)?.meaning === meaning)
  const own = alike.find(key => stored.get(key)?.which === which) ?? alike[0]
  const isKept = (keptFrom: IsoDate | null) => keptFrom !== null && (line.bookingDate ?? keptFrom) >= keptFrom
  const key = own ?? free.find(one => !isKept(stored.get(one)?.keptFrom ?? null)) ?? last
  given.set(key, content)
  return key
}

/**
 * Keys of one account's refresh: a booked one's entryReference, else a hash of content and occurrence, so that two
 * equal coffees stay two. A repeated reference is one transaction, the later counts (R13), unless amount, day, resource
 * or text differ. `sha256` in hex.
 */
export function keyLines(
  lines: Iterable<BankTransaction>,
  sha256: Hash,
  given: GivenKeys = new Map(),
  stored: StoredKeys = new Map(),
): KeyedLine[] {
  const keyed = new Map<string, BankTransaction>()
  const occurrences = new Map<string, number>()
  for (const line of lines) {
    if (isBooked(line) && line.entryReference) {
      keyed.set(keyOfReference(line, sha256, given, stored), line)
      continue
    }
    const hash = sha256(contentOf(line)).slice(0, 32)
    const occurrence = (occurrences.get(hash) ?? 0) + 1
    occurrences.set(hash, occurrence)
    const key = `${isBooked(line) ? 'hash' : 'open'}:${hash}:${occurrence}`
    if (isBooked(line)) given.set(key, hash)
    keyed.set(key, line)
  }
  return [...keyed].map(([key, line]) => ({ key, line }))
}

/** `PMNT / RDDT / ESDD / 537`; null if none. */
export function codeText({ domain, family, subFamily, code }: BankTransactionCode): string | null {
  const parts = [domain, family, subFamily, code].filter(part => part !== null && part !== '')
  return parts.length === 0 ? null : parts.join(' / ')
}

/** ISO 20022 sub-families more specific than their family. */
const natureBySubFamily: ReadonlyMap<string, TransactionNature> = new Map([
  ...group('fee', 'CHRG COMM COME COMI COMT FEES MEMB'),
  ...group('interest', 'INTR'),
  ...group('reversal', 'RPCR PRCT PRDD RIMB RRTN ARET BACT RVRS RPBC ADJT REAC'),
  ...group('incident', 'UPDD UPCT UPCQ URDD URCQ UPTC ODFT OVRD'),
  ...group('international', 'XBCT XBDD XICT XRCT XBCQ XRCQ XBCW XBSA XBST XBRD XBII XBTR'),
  ...group('cash', 'CWDL CDPT XBCP BCDP BCWD CHKD MIXD'),
])

/** RDDT debits this account, IDDT is collected by its holder (document 1). */
const natureByFamily: ReadonlyMap<string, TransactionNature> = new Map([
  ...group('transfer_out', 'ICDT IRCT'),
  ...group('transfer_in', 'RCDT RRCT'),
  ...group('direct_debit', 'RDDT'),
  ...group('levy_received', 'IDDT'),
  ...group('cheque', 'ICHQ RCHQ'),
  ...group('card', 'CCRD MCRD'),
  ...group('cash', 'CNTR'),
  ...group('effect', 'DRFT LBOX'),
])

const natureByDomain: ReadonlyMap<string, TransactionNature> = new Map([
  ...group('securities', 'SECU DERV PMET CMDT'),
  ...group('loan', 'LDAS'),
  ...group('international', 'FORX TRAD'),
])

function group(nature: TransactionNature, codes: string): [string, TransactionNature][] {
  return codes.split(' ').map(code => [code, nature])
}

/** By sub-family, family, domain; else 'other'. */
export function natureOf({
  domain,
  family,
  subFamily,
}: Pick<BankTransactionCode, 'domain' | 'family' | 'subFamily'>): TransactionNature {
  return (
    natureBySubFamily.get(subFamily ?? '') ??
    natureByFamily.get(family ?? '') ??
    natureByDomain.get(domain ?? '') ??
    'other'
  )
}
