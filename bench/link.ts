import { setTimeout as delay } from 'node:timers/promises'
import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { presetChoice } from '#lib/domain/consent.ts'
import { disconnect } from '#lib/services/connections.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent.ts'
import { receiveCallback, startLink } from '#lib/services/link.ts'
import { refreshConnection } from '#lib/services/sync.ts'
import { openBenchDatabase } from './servers/database.ts'
import { createDelayedBank } from './servers/delayed-bank.ts'
import { median, openOurSide, presence } from './servers/our-side.ts'

/**
 * From the callback to the first balance, and to everything, with a bank that answers after 100 ms: beside the round trips
 * that can't be avoided, as a ratio (at most 1.15). They are: token, accounts, consent, accounts with their balances; then
 * the first page of transactions, and the further ones side by side. What the person takes to choose is not counted.
 */
const delayMs = 100
const stock = { delayMs, accounts: 4, pagesPerAccount: 3 }
const toFirstBalance = 4
const toEverything = 6
const rounds = 7

const database = await openBenchDatabase('link')
const wire = createDelayedBank(stock)
const visitor = await openOurSide(wire)
const { userId } = visitor

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
  const refresh = refreshConnection(userId, connectionId, presence)
  const firstBalance = await waitForBalance(connectionId)
  const progress = await refresh
  const refreshMs = performance.now() - from
  const lines = progress.accounts.reduce((sum, account) => sum + account.rows, 0)
  if (lines !== stock.accounts * stock.pagesPerAccount * 100) throw new Error(`${lines} lines`)
  await disconnect(userId, connectionId, presence)
  const before = callback.ms + sent.ms
  return { firstBalanceMs: before + firstBalance - from, everythingMs: before + refreshMs }
}

async function waitForBalance(connectionId: string): Promise<number> {
  while ((await db().balance.count({ where: { account: { connectionId } } })) === 0) await delay(2)
  return performance.now()
}

async function timed<T>(act: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now()
  const value = await act()
  return { value, ms: performance.now() - from }
}

await linkOnce()
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
await database.drop()
