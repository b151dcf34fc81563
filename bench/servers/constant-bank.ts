import { randomUUID } from 'node:crypto'
import type { Transport, WireAnswer, WireRequest } from '@guichet/stet/transport.ts'

export type Logins = {
  readonly accountsOf: (login: number) => number
  readonly pagesPerAccount: number
  /** How many lines came since the first answer. */
  readonly newLines?: () => number
}

/**
 * A bank whose answers to data calls are made once for all logins, so that neither making nor keeping them is measured: accounts with
 * booked transactions, in pages of a hundred, by login in the order of their tokens. Lists of accounts contain no balances, so that each account's are requested, as T2
 * requires (docs/costs.md).
 */
export function createConstantBank({ accountsOf, pagesPerAccount, newLines = () => 0 }: Logins): Transport {
  const logins = new Map<string, Login>()
  const answers = new Map<string, WireAnswer>()
  const lines = new Map<number, string>()
  let answeredWith = 0
  const loginOf = (login: number, isConsented: boolean): Login => ({
    accounts: accountsOf(login),
    firstAccount: login * 10,
    pagesPerAccount,
    isConsented,
  })
  /** Of another process's bank. */
  const adopt = (token: string): Login => {
    const login = loginOf(Number.parseInt(token, 10), true)
    logins.set(token, login)
    return login
  }
  const exchange = async (request: WireRequest): Promise<WireAnswer> => {
    if (request.target.endsWith('/token')) {
      const login = logins.size
      const token = `${login}.${randomUUID()}`
      logins.set(token, loginOf(login, false))
      return json({ access_token: token, refresh_token: randomUUID(), token_type: 'Bearer', expires_in: 86_400 })
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const login = logins.get(token) ?? adopt(token)
    if (request.method === 'PUT') {
      login.isConsented = true
      return json({}, 201)
    }
    if (answeredWith !== newLines()) {
      answers.clear()
      lines.clear()
      answeredWith = newLines()
    }
    // Transactions do not depend on the requested dates: the bank has nothing new.
    const key = `${token} ${login.isConsented} ${request.target.replace(/[?&]dateFrom=[^&]*/, '')}`
    const answer = answers.get(key) ?? answerOf(login, new URL(request.target, 'https://bank.invalid'))
    answers.set(key, answer)
    return answer
  }
  const answerOf = (login: Login, url: URL): WireAnswer => {
    if (!url.pathname.endsWith('/transactions')) return json(dataOf(login, url, newLines()))
    const page = pageOf(url)
    const text = lines.get(page) ?? JSON.stringify(linesOf(page, newLines()))
    lines.set(page, text)
    const links = JSON.stringify(pageLinks(url, page, login.pagesPerAccount))
    return { ...json({}), text: `{"transactions":${text},"_links":${links}}` }
  }
  return { exchange, close: async () => {} }
}

type Login = {
  readonly accounts: number
  readonly firstAccount: number
  readonly pagesPerAccount: number
  isConsented: boolean
}

const base = '/stet/psd2/v1.6.2'
const kinds = ['balances', 'transactions', 'owners', 'overdrafts'] as const
/** bank:D19. */
const accountsPerPage = 20
const linesPerPage = 100

function json(body: object, status = 200): WireAnswer {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
}

function dataOf(login: Login, url: URL, newLines: number): object {
  if (url.pathname === `${base}/accounts`) {
    const page = pageOf(url)
    const all = Array.from({ length: login.accounts }, (_, at) => account(login.firstAccount + at, login.isConsented))
    const accounts = all.slice((page - 1) * accountsPerPage, page * accountsPerPage)
    return { accounts, _links: pageLinks(url, page, Math.max(1, Math.ceil(login.accounts / accountsPerPage))) }
  }
  if (url.pathname.endsWith('/balances')) {
    const balanceAmount = { amount: `${1234 + newLines}.56`, currency: 'EUR' }
    const balances = ['OTHR', 'VALU', 'CLBD'].map(type => ({ balanceType: type, name: type, balanceAmount }))
    return { balances, _links: {} }
  }
  if (url.pathname.endsWith('/owners')) return { identities: [{ fullName: 'BENCH MARK' }], _links: {} }
  if (url.pathname.endsWith('/overdrafts'))
    return { overdrafts: { allowedAmount: { amount: '500.00', currency: 'EUR' } }, _links: {} }
  return { connectedPsu: 'BENCH MARK', _links: {} }
}

const pageOf = (url: URL) => Number(url.searchParams.get('page') ?? 1)

const linesOf = (page: number, newLines: number) =>
  Array.from({ length: linesPerPage }, (_, at) => line((page - 1) * linesPerPage + at - newLines))

function pageLinks(url: URL, page: number, last: number) {
  const href = (number: number) => ({ href: `${url.pathname}?page=${number}`, templated: false })
  const next = page < last ? { next: href(page + 1) } : {}
  return { self: href(page), first: href(1), last: href(last), ...next }
}

/** With valid check digits, so that nothing is set aside. */
function ibanOf(index: number): string {
  const number = `1987000001${String(index).padStart(11, '0')}00`
  return `FR${String(98n - (BigInt(`${number}152700`) % 97n)).padStart(2, '0')}${number}`
}

function account(index: number, isConsented: boolean) {
  const resourceId = `R${index}`
  const accountId = { iban: ibanOf(index), currency: 'EUR' }
  const hrefs = kinds.map(kind => [kind, { href: `${base}/accounts/${resourceId}/${kind}`, templated: false }])
  const _links = isConsented ? Object.fromEntries(hrefs) : {}
  return { cashAccountType: 'CACC', accountId, resourceId, name: `Account ${index}`, _links }
}

function line(number: number) {
  const day = new Date(Date.now() - Math.floor(Math.max(0, number) / 4) * 86_400_000).toISOString().slice(0, 10)
  return {
    resourceId: `L${number}`,
    entryReference: String(1_000_000 - number),
    transactionAmount: { amount: `${(Math.abs(number) % 900) + 1}.25`, currency: 'EUR' },
    creditDebitIndicator: number % 9 === 0 ? 'CRDT' : 'DBIT',
    status: 'BOOK',
    bookingDate: day,
    valueDate: day,
    remittanceInformation: { unstructured: [`CARTE ${number} Boulangerie du Port`, 'La Rochelle'] },
    bankTransactionCode: { domain: 'PMNT', family: 'CCRD', subFamily: 'POSD', code: '101', issuer: 'SI2G' },
  }
}
