import type {
  BalanceReading,
  BankTransactionCode,
  Identity,
  IsoDate,
  ListedAccount,
  Overdraft,
  Owners,
  TransactionLine,
  UnreadableLine,
} from '#lib/domain/account.ts'
import type { Money } from '#lib/domain/money.ts'
import type { StetVersion } from './bank.ts'
import { readAmount } from './decimal.ts'
import { WireAccount } from './wire/account.ts'
import { WireBalance } from './wire/balance.ts'
import { type WireIdentity, type WireOverdraft, WireOwner, type WireOwners } from './wire/person.ts'
import type { WireAmount } from './wire/text.ts'
import { WireTransaction } from './wire/transaction.ts'

/** From what a bank sends to what the domain knows. A row that can't be read is set aside with its reason (R16). */

export type Readings<T> = { readonly read: readonly T[]; readonly unreadable: readonly UnreadableLine[] }

/** Thrown inside this file alone: says which member made a row unreadable. */
class Unreadable extends Error {
  readonly line: UnreadableLine

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.line = { field, reason }
  }
}

type RowSchema<Wire> = {
  safeParse: (row: unknown) => { success: true; data: Wire } | { success: false; error: RowIssues }
}
type RowIssues = {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string | undefined }[]
}

function readRows<Wire, T>(
  rows: readonly unknown[],
  schema: RowSchema<Wire>,
  translate: (wire: Wire) => T,
): Readings<T> {
  const read: T[] = []
  const unreadable: UnreadableLine[] = []
  for (const row of rows) {
    const parsed = schema.safeParse(row)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      unreadable.push({ field: issue?.path.join('.') ?? '', reason: issue?.code ?? 'unreadable' })
      continue
    }
    try {
      read.push(translate(parsed.data))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unreadable.push(error.line)
    }
  }
  return { read, unreadable }
}

/** Elements of `accounts`, with what their links offer. */
export function translateAccounts(
  rows: readonly unknown[],
  version: StetVersion,
): Readings<[ListedAccount, ReadonlyMap<string, string>]> {
  return readRows(rows, WireAccount, wire => [translateAccount(wire, version), wire._links])
}

const cardSchemes = new Set(['TPAN', 'CPAN'])

function translateAccount(wire: WireAccount, version: StetVersion): ListedAccount {
  if (!isPathSegment(wire.resourceId)) throw new Unreadable('resourceId', 'no path segment')
  const other = wire.accountId?.other
  const kind = wire.cashAccountType === 'CARD' || cardSchemes.has(other?.schemeName ?? '') ? 'card' : 'account'
  const balances = wire.balances ? translateBalances(wire.balances, version, kind).read : null
  const details = clean(wire.details)
  const product = clean(wire.product)
  return {
    resourceId: wire.resourceId,
    kind,
    cashAccountType: clean(wire.cashAccountType) ?? '',
    iban: clean(wire.accountId?.iban)?.replaceAll(' ', '').toUpperCase() ?? null,
    cardId: kind === 'card' ? clean(other?.identification) : null,
    // Only currency accounts need to say it (v1.6.2); all others of these banks are in euro.
    currency: clean(wire.accountId?.currency)?.toUpperCase() ?? balances?.[0]?.amount.currency ?? 'EUR',
    name: clean(wire.name) ?? product ?? '',
    product,
    details,
    features: readFeatures(details),
    usage: clean(wire.usage),
    psuStatus: clean(wire.psuStatus),
    bic: clean(wire.bicFi),
    linkedResourceId: wire.linkedAccount ?? null,
    balances,
    links: new Set(linkNames.filter(name => wire._links.has(name))),
  }
}

const linkNames = ['balances', 'transactions', 'owners', 'overdrafts'] as const

/** `features:IP,SCT` in `details` (document 1, Account); what else the label says stays in `details`. */
function readFeatures(details: string | null): string[] {
  const list = /features:\s*([A-Z_,\s]+)/.exec(details ?? '')?.[1] ?? ''
  return list
    .split(/[,\s]+/)
    .map(feature => feature.trim())
    .filter(feature => feature !== '')
}

/** A resourceId of `.` or `..` would climb out of its path; everything else is encoded when it is used. */
export function isPathSegment(resourceId: string): boolean {
  return resourceId !== '' && resourceId !== '.' && resourceId !== '..'
}

/** Elements of `balances`, inline or from their own endpoint. */
export function translateBalances(
  rows: readonly unknown[],
  version: StetVersion,
  kind: ListedAccount['kind'],
): Readings<BalanceReading> {
  return readRows(rows, WireBalance, wire => translateBalance(wire, version, kind))
}

function translateBalance(wire: WireBalance, version: StetVersion, kind: ListedAccount['kind']): BalanceReading {
  const amount = exactAmount(wire.balanceAmount, 'balanceAmount')
  // Behaviour rule 7: an outstanding is negative in v1.6.2 and positive before. Here it is always money to be drawn, and
  // what the bank owes on a card (a refund) is positive.
  const isOldCard = version === '1.4.2' && kind === 'card'
  const type = clean(wire.balanceType) ?? ''
  const name = clean(wire.name) ?? ''
  return {
    type: isOldCard ? outstandingType(type, name) : type,
    name,
    amount: isOldCard ? { ...amount, amountMinor: -amount.amountMinor } : amount,
    referenceDate: readDate(wire.referenceDate),
  }
}

/**
 * v1.4.2 has no codes of its own for the outstandings of a card: all three come under one, and only their names tell what
 * is still to be drawn (ITAV) from what was drawn already (PRCD). One whose name says neither keeps its code: it is shown,
 * and counted nowhere.
 */
function outstandingType(type: string, name: string): string {
  if (type === 'ITAV' || type === 'PRCD') return type
  const words = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (/\bpreleves?\b|\bprecedent\b|\bprevious\b|\bdrawn\b/.test(words)) return 'PRCD'
  return /\ba prelever\b|\breportes?\b|\bsuivant\b|\ben cours\b|\bdu mois\b|\bcarried\b|\bnext\b/.test(words)
    ? 'ITAV'
    : type
}

/** Elements of `transactions`. */
export function translateTransactions(rows: readonly unknown[]): Readings<TransactionLine> {
  return readRows(rows, WireTransaction, translateTransaction)
}

function translateTransaction(wire: WireTransaction): TransactionLine {
  return {
    resourceId: clean(wire.resourceId),
    entryReference: clean(wire.entryReference),
    status: clean(wire.status)?.toUpperCase() ?? '',
    amount: signedAmount(wire),
    bookingDate: readDate(wire.bookingDate),
    valueDate: readDate(wire.valueDate),
    transactionDate: readDate(wire.transactionDate),
    expectedBookingDate: readDate(wire.expectedBookingDate),
    remittance: (wire.remittanceInformation ?? []).map(clean).filter(line => line !== null),
    code: translateCode(wire),
    endToEndId: clean(wire.endToEndId),
  }
}

/** D29: `creditDebitIndicator` decides and the absolute value counts. Without it only a minus sign is proof enough. */
function signedAmount(wire: WireTransaction): Money {
  const { amountMinor, currency } = exactAmount(wire.transactionAmount, 'transactionAmount')
  const absolute = amountMinor < 0n ? -amountMinor : amountMinor
  const indicator = wire.creditDebitIndicator?.trim().toUpperCase()
  if (indicator === 'CRDT') return { amountMinor: absolute, currency }
  if (indicator === 'DBIT' || amountMinor < 0n) return { amountMinor: -absolute, currency }
  if (absolute === 0n) return { amountMinor, currency }
  throw new Unreadable('creditDebitIndicator', 'neither CRDT nor DBIT')
}

function translateCode({ bankTransactionCode: code }: WireTransaction): BankTransactionCode {
  return {
    domain: clean(code?.domain),
    family: clean(code?.family),
    subFamily: clean(code?.subFamily),
    code: clean(code?.code),
    issuer: clean(code?.issuer),
  }
}

/** Answer of the owners endpoint (D22). */
export function translateOwners(wire: WireOwners): Owners {
  const persons = readRows(wire.identities ?? [], WireOwner, ({ fullName, role }) => {
    return { fullName: clean(fullName) ?? '', role: clean(role) }
  })
  const company = wire.company
  return {
    persons: persons.read.filter(person => person.fullName !== ''),
    company: company
      ? {
          identification: clean(company.identification) ?? '',
          schemeName: clean(company.schemeName) ?? '',
          issuer: clean(company.issuer),
        }
      : null,
  }
}

/** Answer of the overdrafts endpoint (D21); null when no overdraft is authorised, or none that can be read exactly. */
export function translateOverdraft(wire: WireOverdraft): Overdraft | null {
  const allowed = wire.overdrafts?.allowedAmount
  const amount = allowed ? readAmount(allowed.amount, allowed.currency.trim().toUpperCase()) : null
  return amount === null ? null : { allowed: amount }
}

/** Answer of the identity endpoint: any of the three names will do (D23); null when there is none. */
export function translateIdentity(wire: WireIdentity): Identity | null {
  const firstName = clean(wire.firstName)
  const lastName = clean(wire.lastName)
  const fullName = clean(wire.connectedPsu) ?? [firstName, lastName].filter(name => name !== null).join(' ')
  return fullName === '' ? null : { fullName, firstName, lastName }
}

function exactAmount(wire: WireAmount, field: string): Money {
  const amount = readAmount(wire.amount, wire.currency.trim().toUpperCase())
  if (amount === null) throw new Unreadable(field, 'not an exact amount')
  return amount
}

/** The date of `YYYY-MM-DD` or of a date-time that begins so; null when it is none. */
function readDate(text: string | null | undefined): IsoDate | null {
  const date = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(text?.trim() ?? '')?.[1]
  if (date === undefined) return null
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null
}

const controls = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu

/**
 * A bank's text, fit to be stored and shown: control characters and direction overrides become a space, lone surrogates
 * are replaced, and 2,000 characters are enough for anything (D46 allows 140). Null when nothing is left.
 */
function clean(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const cleaned = text.slice(0, 2_000).toWellFormed().replace(controls, ' ').trim()
  return cleaned === '' ? null : cleaned
}
