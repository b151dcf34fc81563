import type { Transport } from '@guichet/stet/transport.ts'
import { json, withoutBalances } from './constant-bank.ts'
import { createDelayedBank, dailyLines } from './delayed-bank.ts'

/** Days with a line of each account until today, and how many lines more today has by now. */
export type Days = { readonly days: number; readonly more: () => number }

/** The token of the person with that number at the bank of `createPeoplesBank`. */
export function tokenOf(person: number): string {
  return `person-${person}`
}

/**
 * The bank of any number of people with two accounts each, without delay. It keeps nothing, so that every process can have its own: a
 * token names the person, and the person's number the accounts. Balances are a call of their own, as in T2 (docs/costs.md). Whoever
 * links here is person 0.
 */
export function createPeoplesBank({ days, more }: Days): Transport {
  let made = { more: -1, lines: dailyLines(0, 0) }
  const lines = () => {
    if (made.more !== more()) made = { more: more(), lines: dailyLines(days, more()) }
    return made.lines
  }
  const exchange: Transport['exchange'] = async request => {
    if (request.target.endsWith('/token')) {
      const pair = { access_token: tokenOf(0), refresh_token: 'refresh' }
      return json({ ...pair, token_type: 'Bearer', expires_in: 86_400 })
    }
    const person = Number(request.headers.authorization?.replace('Bearer person-', ''))
    const stock = { delayMs: 0, accounts: 2, firstAccount: 2 * person, pagesPerAccount: 1, isConsented: true, lines }
    return withoutBalances(await createDelayedBank(stock).exchange(request))
  }
  return { exchange, close: async () => {} }
}
