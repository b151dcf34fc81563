import { absolute, type Currency, type Money } from '@guichet/values/money/minor.ts'
import type {
  BalanceReading,
  BankTransaction,
  BankTransactionCode,
  Identity,
  ListedAccount,
  Overdraft,
  Owners,
  UnreadableRow,
} from '#stet/terms/account-data.ts'
import { bankCapitals, bankLabel } from '#stet/terms/bank-text.ts'
import type { StetVersion } from './bank.ts'
import { readAmount } from './decimal.ts'
import { isPathId } from './links.ts'
import { WireAccount } from './wire/account.ts'
import { WireBalance } from './wire/balance.ts'
import { type WireIdentity, type WireOverdraft, WireOwner, type WireOwners } from './wire/person.ts'
import type { WireAmount } from './wire/text.ts'
import { WireTransaction } from './wire/transaction.ts'

/** A bank's data as domain values; an unreadable row is set aside (R16). */

export type Readings<T> = { readonly read: readonly T[]; readonly unreadable: readonly UnreadableRow[] }

/** Names the member that made a row unreadable. */
class Unreadable extends Error {
  readonly line: UnreadableRow

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.line = { field, reason }
  }
}

type RowSchema<Wire> = {
  safeParse: (row: unknown) => { success: true; data: Wire } | { success: false; error: RowIssues }
}
type RowIssues = {
  readonly issues: readonly {
    readonly path: readonly PropertyKey[]
    readonly code?: string | undefined
    readonly message: string
  }[]
}

function readRows<Wire, T>(
  rows: readonly unknown[],
  schema: RowSchema<Wire>,
  translate: (wire: Wire) => T,
): Readings<T> {
  const read: T[] = []
  const unreadable: UnreadableRow[] = []
  for (const row of rows) {
    const parsed = schema.safeParse(row)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      const reason = issue?.code === 'custom' ? issue.message : issue?.code
      unreadable.push({ field: issue?.path.join('.') ?? '', reason: reason ?? 'unreadable' })
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

/** With the kinds their links offer. */
export function translateAccounts(
  rows: readonly unknown[],
  version: StetVersion,
): Readings<[ListedAccount, ReadonlyMap<string, string>]> {
  return readRows(rows, WireAccount, wire => [translateAccount(wire, version), wire._links])
}

const cardSchemes = new Set(['TPAN', 'CPAN'])

function translateAccount(wire: WireAccount, version: StetVersion): ListedAccount {
  if (!isPathId(wire.resourceId)) throw new Unreadable('resourceId', 'no path segment')
  const other = wire.accountId?.other
  const kind = wire.cashAccountType === 'CARD' || cardSchemes.has(other?.schemeName ?? '') ? 'card' : 'account'
  const inline = wire.balances ? translateBalances(wire.balances, version, kind) : null
  return {
    resourceId: wire.resourceId,
    kind,
    cashAccountType: wire.cashAccountType ?? '',
    iban: wire.accountId?.iban ?? null,
    cardId: kind === 'card' ? (other?.identification ?? null) : null,
    currency: wire.accountId?.currency ?? wire.currency ?? currencyOfBalances(inline?.read ?? []),
    name: wire.name ?? wire.product ?? '',
    product: wire.product,
    details: wire.details,
    features: readFeatures(wire.details),
    usage: wire.usage,
    psuStatus: wire.psuStatus,
    bic: wire.bicFi,
    linkedResourceId: wire.linkedAccount,
    balances: inline?.read ?? null,
    unreadableBalances: inline?.unreadable.length ?? 0,
    links: new Set(linkNames.filter(name => wire._links.has(name))),
  }
}

/** Null if none, or several. */
export function currencyOfBalances(balances: readonly BalanceReading[]): Currency | null {
  const [currency = null, ...more] = new Set(balances.map(({ amount }) => amount.currency))
  return more.length === 0 ? currency : null
}

const linkNames = ['balances', 'transactions', 'owners', 'overdrafts'] as const

/** `features:IP,SCT` in `details` (document 1, Account). */
function readFeatures(details: string | null): string[] {
  const list = /features:\s*([A-Z_,\s]+)/.exec(details ?? '')?.[1] ?? ''
  return list.split(/[,\s]+/).filter(feature => feature !== '')
}

export function translateBalances(
  rows: readonly unknown[],
  version: StetVersion,
  kind: ListedAccount['kind'],
): Readings<BalanceReading> {
  return readRows(rows, WireBalance, wire => translateBalance(wire, version, kind))
}

function translateBalance(wire: WireBalance, version: StetVersion, kind: ListedAccount['kind']): BalanceReading {
  const amount = exactAmount(wire.balanceAmount, 'balanceAmount')
  // Rule 7: outstandings are negative in v1.6.2, positive before. Here money to be drawn is negative.
  const isOldCard = version === '1.4.2' && kind === 'card'
  const type = wire.balanceType
  const name = wire.name ?? ''
  return {
    type: isOldCard ? outstandingType(type, name) : type,
    name,
    amount: isOldCard ? { ...amount, amountMinor: -amount.amountMinor } : amount,
    referenceDate: wire.referenceDate,
  }
}

/**
 * v1.4.2 has one code for all outstandings; the name tells to be drawn (ITAV) from drawn (PRCD). Otherwise the code
 * stays: shown, not counted.
 */
function outstandingType(type: string, name: string): string {
  if (type === 'ITAV' || type === 'PRCD') return type
  const words = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (/\b(?:non|pas|not|sera|seront)(?: encore| yet)? (?:preleve|debite|drawn)/.test(words)) return 'ITAV'
  if (/\bpreleves?\b|\bdebites?\b|\bprecedent\b|\bdernier\b|\bprevious\b|\blast\b|\bdrawn\b/.test(words)) return 'PRCD'
  return /\ba prelever\b|\breportes?\b|\bsuivant\b|\ben[ -]?cours\b|\bdu mois\b|\boutstanding\b|\bcarried\b|\bnext\b/.test(
    words,
  )
    ? 'ITAV'
    : type
}

export function translateTransactions(rows: readonly unknown[]): Readings<BankTransaction> {
  return readRows(rows, WireTransaction, translateTransaction)
}

function translateTransaction(wire: WireTransaction): BankTransaction {
  return {
    resourceId: wire.resourceId,
    entryReference: wire.entryReference,
    status: bankCapitals(wire.status),
    amount: signedAmount(wire),
    bookingDate: wire.bookingDate,
    valueDate: wire.valueDate,
    transactionDate: wire.transactionDate,
    expectedBookingDate: wire.expectedBookingDate,
    remittance: wire.remittanceInformation,
    code: translateCode(wire),
    endToEndId: wire.endToEndId,
  }
}

/** bank:D29: `creditDebitIndicator` decides; without it only a minus sign proves a debit. */
function signedAmount(wire: WireTransaction): Money {
  const { amountMinor, currency } = exactAmount(wire.transactionAmount, 'transactionAmount')
  const indicator = wire.creditDebitIndicator?.toUpperCase()
  if (indicator === 'CRDT') return { amountMinor: absolute(amountMinor), currency }
  if (indicator === 'DBIT' || amountMinor <= 0n) return { amountMinor: -absolute(amountMinor), currency }
  throw new Unreadable('creditDebitIndicator', 'neither CRDT nor DBIT')
}

function translateCode({ bankTransactionCode: code }: WireTransaction): BankTransactionCode {
  return {
    domain: code?.domain ?? null,
    family: code?.family ?? null,
    subFamily: code?.subFamily ?? null,
    code: code?.code ?? null,
    issuer: code?.issuer ?? null,
  }
}

/** bank:D22. */
export function translateOwners(wire: WireOwners): Owners {
  const { company } = wire
  return {
    persons: readRows(wire.identities ?? [], WireOwner, owner => owner).read,
    company: company ? { ...company, schemeName: company.schemeName ?? '' } : null,
  }
}

/** bank:D21; null if none, or not exact. */
export function translateOverdraft(wire: WireOverdraft): Overdraft | null {
  const allowed = wire.overdrafts?.allowedAmount
  const amount = allowed ? readAmount(allowed.amount, allowed.currency.toUpperCase()) : null
  return amount === null ? null : { allowed: amount }
}

/** bank:D23: any of the three names, or null. */
export function translateIdentity(wire: WireIdentity): Identity | null {
  const { firstName, lastName } = wire
  const fullName = wire.connectedPsu ?? bankLabel(`${firstName ?? ''} ${lastName ?? ''}`, 140)
  return fullName === null ? null : { fullName, firstName, lastName }
}

function exactAmount(wire: WireAmount, field: string): Money {
  const amount = readAmount(wire.amount, wire.currency.toUpperCase())
  if (amount === null) throw new Unreadable(field, 'not an exact amount')
  return amount
}
