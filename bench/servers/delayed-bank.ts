import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Transport, WireAnswer, WireRequest } from '@guichet/stet/transport.ts'

/** The data of the delayed bank: accounts with booked transactions, in pages of a hundred. */
export type Stock = {
  readonly delayMs: number
  readonly accounts: number
  readonly pagesPerAccount: number
  /** Number of its first account: 0. */
  readonly firstAccount?: number
  /** The consent was given before. */
  readonly isConsented?: boolean
  /** Instead of the pages, newest first; those since the day that is asked for are given. */
  readonly lines?: () => readonly Line[]
}

const base = '/stet/psd2/v1.6.2'
const linesPerPage = 100
const kinds = ['balances', 'transactions', 'owners', 'overdrafts'] as const

/** A bank that answers every request after the same time, so that only our side is measured. */
export function createDelayedBank(stock: Stock): Transport & { readonly requests: () => number } {
  let consented = stock.isConsented ?? false
  let requests = 0
  const reply = (request: WireRequest): unknown => {
    const url = new URL(request.target, 'https://bank.invalid')
    if (url.pathname.endsWith('/token')) return tokens()
    if (url.pathname.endsWith('/consents')) {
      consented = true
      return {}
    }
    if (url.pathname === `${base}/accounts`) return listAccounts(stock, consented, url)
    if (url.pathname.endsWith('/transactions')) return listLines(stock, url)
    if (url.pathname.endsWith('/balances')) return { balances: balances(), _links: {} }
    if (url.pathname.endsWith('/owners')) return { identities: [{ fullName: 'BENCH MARK' }], _links: {} }
    if (url.pathname.endsWith('/overdrafts')) {
      return { overdrafts: { allowedAmount: { amount: '500.00', currency: 'EUR' } }, _links: {} }
    }
    return { connectedPsu: 'BENCH MARK', _links: {} }
  }
  const exchange = async (request: WireRequest): Promise<WireAnswer> => {
    requests += 1
    const body = reply(request)
    if (stock.delayMs > 0) await delay(stock.delayMs)
    const status = request.method === 'PUT' ? 201 : 200
    return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
  }
  return { exchange, close: async () => {}, requests: () => requests }
}

function tokens() {
  const token = { access_token: randomUUID(), refresh_token: randomUUID() }
  return { ...token, token_type: 'Bearer', expires_in: 900, scope: 'aisp' }
}

/** bank:D19. */
const accountsPerPage = 20

function listAccounts({ accounts, firstAccount = 0 }: Stock, consented: boolean, url: URL) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(accounts / accountsPerPage))
  const all = Array.from({ length: accounts }, (_, index) => account(firstAccount + index, consented))
  return {
    accounts: all.slice((page - 1) * accountsPerPage, page * accountsPerPage),
    _links: pageLinks(url, page, last),
  }
}

function pageLinks(url: URL, page: number, last: number) {
  const href = (number: number) => ({ href: `${url.pathname}?page=${number}`, templated: false })
  const next = page < last ? { next: href(page + 1) } : {}
  return { self: href(page), first: href(1), last: href(last), ...next }
}

/** IBANs with valid check digits, so that nothing is set aside. */
function ibanOf(index: number): string {
  const number = `1987000001${String(index).padStart(11, '0')}00`
  const digits = `${number}152700`
  let remainder = 0
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97
  return `FR${String(98 - remainder).padStart(2, '0')}${number}`
}

function account(index: number, consented: boolean) {
  const resourceId = `R${index}`
  const entry = {
    cashAccountType: 'CACC',
    accountId: { iban: ibanOf(index), currency: 'EUR' },
    resourceId,
    name: `Account ${index}`,
  }
  if (!consented) return { ...entry, _links: {} }
  const hrefs = kinds.map(kind => [kind, { href: `${base}/accounts/${resourceId}/${kind}`, templated: false }])
  return { ...entry, balances: balances(), _links: Object.fromEntries(hrefs) }
}

function balances() {
  const balanceAmount = { amount: '1234.56', currency: 'EUR' }
  return ['OTHR', 'VALU', 'CLBD'].map(balanceType => ({ balanceType, name: balanceType, balanceAmount }))
}

function listLines({ pagesPerAccount, lines }: Stock, url: URL) {
  if (lines) return listSince(lines(), url)
  const page = Number(url.searchParams.get('page') ?? 1)
  return {
    transactions: Array.from({ length: linesPerPage }, (_, index) => line((page - 1) * linesPerPage + index)),
    _links: pageLinks(url, page, pagesPerAccount),
  }
}

function listSince(lines: readonly Line[], url: URL) {
  const from = url.searchParams.get('dateFrom') ?? ''
  return { transactions: lines.filter(({ bookingDate }) => bookingDate >= from), _links: pageLinks(url, 1, 1) }
}

/** A line a day until today, `days` of them, and `more` of today, newest first. */
export function dailyLines(days: number, more: number): readonly Line[] {
  const all = Array.from({ length: days + more }, (_, index) => ({
    ...line(index, Math.max(0, days - 1 - index)),
    entryReference: String(1_000_000 + index),
  }))
  return all.reverse()
}

type Line = ReturnType<typeof line>

function line(number: number, daysAgo = Math.floor(number / 4)) {
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return {
    resourceId: `L${number}`,
    entryReference: String(1_000_000 - number),
    transactionAmount: { amount: `${(number % 900) + 1}.25`, currency: 'EUR' },
    creditDebitIndicator: number % 9 === 0 ? 'CRDT' : 'DBIT',
    status: 'BOOK',
    bookingDate: day,
    valueDate: day,
    remittanceInformation: { unstructured: [`CARTE ${number} Boulangerie du Port`, 'La Rochelle'] },
    bankTransactionCode: { domain: 'PMNT', family: 'CCRD', subFamily: 'POSD', code: '101', issuer: 'SI2G' },
  }
}
