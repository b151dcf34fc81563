import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { presetChoice } from '#lib/domain/consent.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent.ts'
import { disconnect } from '#lib/services/disconnect.ts'
import { receiveCallback, startLink } from '#lib/services/link.ts'
import { refreshConnection } from '#lib/services/sync.ts'
import { listenForBalances } from './servers/balance-news.ts'
import { openBenchDatabase } from './servers/database.ts'
import { createDelayedBank } from './servers/delayed-bank.ts'
import { median, openOurSide, presence } from './servers/our-side.ts'

/**
 * From the callback to the first balance, and to everything, with a bank that answers after 100 ms: beside the round trips
 * that can't be avoided, as a ratio (at most 1.15).
 *
 * Unavoidable, one after the other: 1 token, 2 accounts (which IBANs there are to choose from), 3 consent, 4 accounts again,
 * now with links and balances: the first balance. Then 5 the first page of transactions (owners and overdrafts beside it)
 * and 6 the further pages, side by side because the first says how many there are: everything.
 *
 * Counted: from the callback's arrival until it is answered, from the sent choice until it is in force, and from there until
 * the first balance is committed (PostgreSQL itself says so) or the refresh is answered, log and all. Not counted: what the
 * person takes to choose and the page they choose on; connecting to the bank, whose place an object takes here (the first
 * call of a cold pool pays TCP and TLS once more); pages and their rendering.
 */
const delayMs = 100
const stock = { delayMs, accounts: 4, pagesPerAccount: 3 }
const toFirstBalance = 4
const toEverything = 6
const warmUpRounds = 20
const rounds = 15

const database = await openBenchDatabase('link')
const wire = createDelayedBank(stock)
const visitor = await openOurSide(wire)
const { userId } = visitor
const news = await listenForBalances()

async function linkOnce(): Promise<{ firstBalanceMs: number; everythingMs: number }> {
  const { redirectTo } = await startLink(userId, { ...visitor, bankCode: '19870', purpose: 'link' })
  const query = new URLSearchParams({ code: crypto.randomUUID() })
  query.set('state', new URL(redirectTo).searchParams.get('state') ?? '')
  const callback = await timed(() => receiveCallback({ bankCode: '19870', query, visitor, presence }))
  const connectionId = callback.value.connectionId
  if (connectionId === null) throw new Error(`not linked: ${callback.value.failure}`)
  const { rows, version } = await readMatrix(userId, connectionId)
  const preset = presetChoice(
    'all',
    rows.map(({ iban }) => iban),
  )
  const choice = { accounts: preset.accounts.map(account => ({ ...account })), psuIdentity: true }
  const { hash } = await compareConsent(userId, connectionId, choice)
  const sent = await timed(() => sendConsent(userId, connectionId, { choice, hash, version }, presence))
  const from = performance.now()
  const balance = news.next()
  const refresh = refreshConnection(userId, connectionId, presence)
  const firstBalance = await balance
  const progress = await refresh
  const refreshMs = performance.now() - from
  const lines = progress.accounts.reduce((sum, account) => sum + account.rows, 0)
  if (lines !== stock.accounts * stock.pagesPerAccount * 100) throw new Error(`${lines} lines`)
  await disconnect(userId, connectionId, presence)
  const before = callback.ms + sent.ms
  return { firstBalanceMs: before + firstBalance - from, everythingMs: before + refreshMs }
}

async function timed<T>(act: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now()
  const value = await act()
  return { value, ms: performance.now() - from }
}

// A process in use is warm: its code is compiled, its statements are prepared.
for (let round = 0; round < warmUpRounds; round += 1) {
  await db().rateLimit.deleteMany({})
  await linkOnce()
}
const results = []
for (let round = 0; round < rounds; round += 1) {
  await db().rateLimit.deleteMany({})
  results.push(await linkOnce())
}
const firstBalanceMs = median(results.map(result => result.firstBalanceMs))
const everythingMs = median(results.map(result => result.everythingMs))
const rounded = (value: number) => Math.round(value * 100) / 100
console.log(
  JSON.stringify({
    bench: 'link',
    bankDelayMs: delayMs,
    accounts: stock.accounts,
    lines: stock.accounts * stock.pagesPerAccount * 100,
    firstBalanceMs: Math.round(firstBalanceMs),
    firstBalanceFloorMs: toFirstBalance * delayMs,
    firstBalanceRatio: rounded(firstBalanceMs / (toFirstBalance * delayMs)),
    everythingMs: Math.round(everythingMs),
    everythingFloorMs: toEverything * delayMs,
    everythingRatio: rounded(everythingMs / (toEverything * delayMs)),
    targetRatio: 1.15,
  }),
)
await closeBanks()
await closeDb()
await news.close()
await database.drop()
