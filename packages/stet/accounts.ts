import { hash } from 'node:crypto'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { z } from 'zod'
import type {
  BalanceReading,
  BankTransaction,
  Identity,
  ListedAccount,
  Overdraft,
  Owners,
  UnreadableRow,
} from '#stet/terms/account-data.ts'
import { type Bank, dataUrl, type StetVersion } from './bank.ts'
import type { CallContext } from './call.ts'
import { BankError } from './errors.ts'
import { yieldToEventLoop } from './event-loop.ts'
import { accountsOfLogin, rowsAtOnce } from './limits.ts'
import { accountUrl } from './links.ts'
import { walkPages } from './paging.ts'
import { type BankAnswer, readAnswer, send, tooMany } from './send.ts'
import type { AispToken } from './token.ts'
import {
  type Readings,
  translateAccounts,
  translateBalances,
  translateIdentity,
  translateOverdraft,
  translateOwners,
  translateTransactions,
} from './translate.ts'
import { WireAccountPage } from './wire/account.ts'
import { WireBalanceList } from './wire/balance.ts'
import { WireIdentity, WireOverdraft, WireOwners } from './wire/person.ts'
import { WireTransactionPage } from './wire/transaction.ts'

/** A kind without a link is not consented. */
export type AccountLinks = {
  readonly balances?: string
  readonly transactions?: string
  readonly owners?: string
  readonly overdrafts?: string
}

export type AccountList = {
  readonly accounts: readonly ListedAccount[]
  readonly unreadable: readonly UnreadableRow[]
  /** By resourceId. */
  readonly links: ReadonlyMap<string, AccountLinks>
  /** Link of the PSU's identity; null if it may not be read. */
  readonly identity: string | null
  readonly pages: number
  readonly version: StetVersion
  /** Whether all accounts are listed; in v1.4.2 only while no consent covers anything (behaviour rules 1 and 2). */
  readonly complete: boolean
}

export type AccountAddress = string | { readonly resourceId: string; readonly href: string }

export type TransactionFilter = {
  /** Inclusive. */
  readonly dateFrom?: IsoDate
  /** Exclusive. */
  readonly dateTo?: IsoDate
  /** Exclusive. */
  readonly entryReferenceFrom?: string
}

type ParsedTransactions = {
  readonly transactions: readonly BankTransaction[]
  readonly unreadable: readonly UnreadableRow[]
}

export type TransactionsPage = {
  /** Parses the page, once and in page order: a transaction that moved belongs to the first page that has it. */
  readonly read: () => Promise<ParsedTransactions>
  /** SHA-256 of the answer. */
  readonly digest: string
  /** Before any is dropped as unreadable or moved. */
  readonly count: number
  /** Upper bound of the page's memory. */
  readonly bytes: number
  /** From 1. */
  readonly page: number
  /** Null if the bank doesn't say. */
  readonly pageCount: number | null
}

export type BalanceList = {
  readonly balances: readonly BalanceReading[]
  readonly unreadable: readonly UnreadableRow[]
}

/**
 * All accounts and cards of the PSU (`GET /accounts`), all pages; without consent no balances and no links
 * (behaviour rules 1 to 3). Empty for 204, and for `NAAC` in v1.4.2. Refusals: `NAAC` 404 (v1.6.2), `IPSU` 403,
 * `TMRQ` 429.
 */
export async function listAccounts(bank: Bank, token: AispToken, context: CallContext): Promise<AccountList> {
  const accounts = new Map<string, ListedAccount>()
  const links = new Map<string, AccountLinks>()
  const unreadable: UnreadableRow[] = []
  let identity: string | null = null
  let pages = 0
  let complete = true
  try {
    for await (const { content, page } of walkAccounts(bank, token, context)) {
      const rows = await inSlices(content.rows, slice => translateAccounts(slice, bank.version))
      for (const [account, hrefs] of rows.read) {
        const known = accounts.get(account.resourceId)
        if (known && isAnother(known, account)) {
          unreadable.push({ field: 'resourceId', reason: 'of two accounts' })
          continue
        }
        // By id: an account may move to the next page meanwhile.
        accounts.set(account.resourceId, account)
        links.set(account.resourceId, Object.fromEntries(hrefs))
        identity ??= hrefs.get('endUserIdentity') ?? null
        if (account.links.size > 0 || account.balances !== null) complete = false
      }
      unreadable.push(...rows.unreadable)
      if (accounts.size + unreadable.length > accountsOfLogin) {
        throw tooMany({ list: 'accounts', limit: accountsOfLogin }, content.answer)
      }
      identity = content.identity ?? identity
      pages = page
    }
  } catch (error) {
    if (!isNothingGranted(bank, error)) throw error
    complete = false
  }
  const { version } = bank
  complete = version === '1.6.2' || (complete && identity === null)
  return { accounts: [...accounts.values()], unreadable, links, identity, pages, version, complete }
}

/** Under one id. A currency that is not said may be any. */
function isAnother(one: ListedAccount, other: ListedAccount): boolean {
  const isSameMoney = one.currency === other.currency || one.currency === null || other.currency === null
  return one.kind !== other.kind || one.iban !== other.iban || one.cardId !== other.cardId || !isSameMoney
}

/** v1.4.2 lists consented accounts only; a consent may cover the identity alone. */
function isNothingGranted({ version }: Bank, error: unknown): boolean {
  return version === '1.4.2' && error instanceof BankError && error.code === 'NAAC'
}

function walkAccounts(bank: Bank, token: AispToken, context: CallContext) {
  const operation = 'accounts.list'
  return walkPages({
    bank,
    operation,
    context,
    first: dataUrl(bank, '/accounts'),
    fetch: (url, pageContext) => get(bank, token, { operation, url }, pageContext),
    read: answer => {
      const { accounts, _links } = readOrDefault(answer, WireAccountPage)
      const identity = _links.get('endUserIdentity') ?? null
      const { status, requestId } = answer
      return { content: { rows: accounts, identity, answer: { status, operation, requestId } }, links: _links }
    },
  })
}

/**
 * Balances of an account or outstandings of a card (`GET …/balances`); `VALU` is absent from 21:00 to 21:50
 * (behaviour rule 6). `kind` gives the sign of a v1.4.2 outstanding. Refusals: `NGAC` 403, `AC01` 404, `CDNA` 404,
 * `TMRQ` 429.
 */
export async function readBalances(
  bank: Bank,
  token: AispToken,
  { account, kind }: { readonly account: AccountAddress; readonly kind: ListedAccount['kind'] },
  context: CallContext,
): Promise<BalanceList> {
  const { balances } = readOrDefault(
    await readOf(bank, token, { account, resource: 'balances' }, context),
    WireBalanceList,
  )
  const { read, unreadable } = translateBalances(balances, bank.version, kind)
  return { balances: read, unreadable }
}

/**
 * Transactions of an account or card (`GET …/transactions`), page by page in the bank's order; the next pages are
 * fetched meanwhile, until the caller stops. Without dates: the last 90 days and the direct debits of the next 15
 * (behaviour rule 9). Refusals, when their page is due: `NGAC` 403, `AC01` 404, `ENDE` 400, `TMRQ` 429.
 */
export async function* readTransactions(
  bank: Bank,
  token: AispToken,
  { account, ...filter }: TransactionFilter & { readonly account: AccountAddress },
  context: CallContext,
): AsyncGenerator<TransactionsPage, void, void> {
  const operation = 'transactions.read'
  const walk = walkPages({
    bank,
    operation,
    context,
    first: filtered(
      accountUrl(bank, account, 'transactions', { operation, requestId: context.requestId ?? '' }),
      filter,
    ),
    fetch: (url, pageContext) => get(bank, token, { operation, url }, pageContext),
    read: answer => {
      const { transactions, _links } = readOrDefault(answer, WireTransactionPage)
      return { content: { rows: transactions, digest: hash('sha256', answer.text, 'base64url') }, links: _links }
    },
  })
  const seen: Window = []
  for await (const { content, page, pageCount, bytes } of walk) {
    let done: Promise<ParsedTransactions> | null = null
    yield {
      read: () => {
        done ??= parseTransactions(content.rows, seen)
        return done
      },
      digest: content.digest,
      count: content.rows.length,
      bytes: 4 * bytes,
      page,
      pageCount,
    }
  }
}

async function parseTransactions(rows: readonly unknown[], seen: Window): Promise<ParsedTransactions> {
  const { read, unreadable } = await inSlices(rows, translateTransactions)
  return { transactions: withoutMoved(read, seen), unreadable }
}

async function inSlices<T>(
  rows: readonly unknown[],
  translate: (rows: readonly unknown[]) => Readings<T>,
): Promise<Readings<T>> {
  const read: T[] = []
  const unreadable: UnreadableRow[] = []
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    if (rows.length > rowsAtOnce) await yieldToEventLoop()
    const slice = translate(rows.slice(start, start + rowsAtOnce))
    read.push(...slice.read)
    unreadable.push(...slice.unreadable)
  }
  return { read, unreadable }
}

function filtered(url: URL, filter: TransactionFilter): URL {
  for (const name of ['dateFrom', 'dateTo', 'entryReferenceFrom'] as const) {
    const value = filter[name]
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url
}

/** A transaction moves by as many positions as were added during the read. */
const pagesLookedBack = 12

/** Keys of the latest pages' transactions. */
type Window = ReadonlySet<string>[]

/** Equal transactions within one page are distinct. */
function withoutMoved(page: readonly BankTransaction[], seen: Window): readonly BankTransaction[] {
  const keys = page.map(keyOf)
  const isMoved = (key: string | null) => key !== null && seen.some(earlier => earlier.has(key))
  const fresh = numberEqual(page.filter((_, index) => !isMoved(keys[index] ?? null)))
  seen.push(new Set(keys.filter(key => key !== null)))
  if (seen.length > pagesLookedBack) seen.shift()
  return fresh
}

function numberEqual(page: readonly BankTransaction[]): readonly BankTransaction[] {
  const counts = new Map<string, number>()
  return page.map(line => {
    if (line.resourceId !== null || !line.entryReference) return line
    const key = keyOf({ ...line, resourceId: line.status }) ?? ''
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    return nth === 1 ? line : { ...line, nth }
  })
}

/** Null without an id: such a transaction can't be recognised. */
function keyOf({ resourceId, amount, ...transaction }: BankTransaction): string | null {
  if (resourceId === null) return null
  const { entryReference, bookingDate, expectedBookingDate, remittance } = transaction
  const day = bookingDate ?? expectedBookingDate
  return [resourceId, entryReference, amount.amountMinor, amount.currency, day, ...remittance].join('|')
}

/** Owners of an account (`GET …/owners`, v1.6.2, bank:D22); null for 204. */
export async function readOwners(
  bank: Bank,
  token: AispToken,
  account: AccountAddress,
  context: CallContext,
): Promise<Owners | null> {
  const owners = readOptional(await readOf(bank, token, { account, resource: 'owners' }, context), WireOwners)
  return owners === null ? null : translateOwners(owners)
}

/** Authorised overdraft of an account (`GET …/overdrafts`, v1.6.2, bank:D21), or null. */
export async function readOverdrafts(
  bank: Bank,
  token: AispToken,
  account: AccountAddress,
  context: CallContext,
): Promise<Overdraft | null> {
  const answer = await readOf(bank, token, { account, resource: 'overdrafts' }, context)
  const overdraft = readOptional(answer, WireOverdraft)
  return overdraft === null ? null : translateOverdraft(overdraft)
}

/** First and last name of the PSU (`GET /end-user-identity`, bank:D23); null for 204. */
export async function readIdentity(bank: Bank, token: AispToken, context: CallContext): Promise<Identity | null> {
  const answer = await get(
    bank,
    token,
    { operation: 'identity.read', url: dataUrl(bank, '/end-user-identity') },
    context,
  )
  const identity = readOptional(answer, WireIdentity)
  return identity === null ? null : translateIdentity(identity)
}

function readOf(
  bank: Bank,
  token: AispToken,
  { account, resource }: { readonly account: AccountAddress; readonly resource: 'balances' | 'owners' | 'overdrafts' },
  context: CallContext,
): Promise<BankAnswer> {
  const call = { operation: `${resource}.read`, requestId: context.requestId ?? '' }
  if (bank.version === '1.4.2' && resource !== 'balances') {
    throw new BankError({ kind: 'unsupported', sent: 'no', detail: `v1.4.2 has no ${resource}`, ...call })
  }
  return get(bank, token, { operation: call.operation, url: accountUrl(bank, account, resource, call) }, context)
}

type Get = { readonly operation: string; readonly url: URL }

function get(bank: Bank, token: AispToken, { operation, url }: Get, context: CallContext): Promise<BankAnswer> {
  const request = { operation, url, token: { value: token, kind: 'aisp' }, body: null, signed: true } as const
  return send(bank, { method: 'GET', ...request }, context)
}

function readOptional<T>(answer: BankAnswer, schema: z.ZodType<T>): T | null {
  return readOrDefault(answer, schema.nullable().default(null))
}

/** The schema's default for 204, or 200 with an empty body, `null` or `[]`. 206 is a part. */
function readOrDefault<T>(answer: BankAnswer, schema: z.ZodType<T>): T {
  const { status, operation, requestId } = answer
  if (status === 206)
    throw new BankError({ kind: 'schema', sent: 'yes', detail: 'a part', status, operation, requestId })
  const text = answer.text.trim()
  const isNothing = text === '' || text === 'null' || /^\[\s{0,99}\]$/.test(text)
  return status === 204 || (status === 200 && isNothing) ? schema.parse(undefined) : readAnswer(answer, schema)
}
