import type { Transport, WireAnswer, WireRequest } from '@guichet/stet/transport.ts'
import { createDelayedBank } from './delayed-bank.ts'

export type Logins = { readonly accountsOf: (login: number) => number; readonly pagesPerAccount: number }

/**
 * Delayed banks without delay, one per login in the order of their tokens, with every answer of a data call made once, so that
 * making them is not measured. Lists of accounts contain no balances, so that each account's are requested, as T2 requires
 * (docs/costs.md).
 */
export function createConstantBank({ accountsOf, pagesPerAccount }: Logins): Transport {
  const logins = new Map<string, Transport>()
  const answers = new Map<string, WireAnswer>()
  const exchange = async (request: WireRequest): Promise<WireAnswer> => {
    if (request.target.endsWith('/token')) {
      const login = logins.size
      const token = `login-${login}`
      const stock = { delayMs: 0, accounts: accountsOf(login), firstAccount: login * 10, pagesPerAccount }
      logins.set(token, createDelayedBank(stock))
      return json({ access_token: token, refresh_token: `refresh-${login}`, token_type: 'Bearer', expires_in: 86_400 })
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const login = logins.get(token)
    if (login === undefined || request.method !== 'GET') return login?.exchange(request) ?? json({})
    // Transactions do not depend on the requested dates: the bank has nothing new.
    const key = `${token} ${request.target.replace(/[?&]dateFrom=[^&]*/, '')}`
    const known = answers.get(key)
    if (known) return known
    const answer = withoutBalances(await login.exchange(request))
    if (answer.text.includes('/balances')) answers.set(key, answer)
    if (!request.target.endsWith('/accounts')) answers.set(key, answer)
    return answer
  }
  return { exchange, close: async () => {} }
}

export function json(body: object): WireAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
}

/** A list of accounts as banks answer that give balances of their own call only. */
export function withoutBalances(answer: WireAnswer): WireAnswer {
  const body: { accounts?: Record<string, unknown>[] } = JSON.parse(answer.text)
  if (body.accounts === undefined) return answer
  const accounts = body.accounts.map(({ balances: _balances, ...account }) => account)
  return { ...answer, text: JSON.stringify({ ...body, accounts }) }
}
