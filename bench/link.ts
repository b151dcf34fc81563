import pg from 'pg'
import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { lanes } from '#lib/domain/bank/bulkhead.ts'
import { presetChoice } from '#lib/domain/consent/choice.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'
import { receiveCallback, startLink } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choose.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'
import { defaultLimits } from '#lib/stet/bank.ts'
import { calibrate } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { createDelayedBank, type Stock } from './servers/delayed-bank.ts'
import { median, openOurSide, presence } from './servers/our-side.ts'

/**
 * From the callback to the first balance, and to all data, with a bank that answers after 100 ms: compared with the unavoidable
 * round trips, as a ratio (at most 1.15). Three persons: with four accounts, with 45, with 20,000 transactions.
 *
 * Unavoidable, in sequence: the token, the accounts (the IBANs to choose from), the consent, the accounts again, now with links
 * and balances: the first balance. A list of more than twenty accounts counts two, with its further pages in parallel. Then the
 * first page of transactions (owners and overdrafts in parallel) and the further pages in parallel, because the first gives their
 * number, as many as may be fetched at once: all data. Never faster than all calls divided by the slots for attended calls of one
 * bank and process (domain/bank/bulkhead.ts).
 *
 * Measured: from the callback's arrival to its answer, from the sent choice until it is in force, and from there until the first
 * balance is committed (reported by PostgreSQL) or the refresh is answered, log included. Not measured: the person's time and the
 * page they choose on; connecting to the bank, which is an object here (the first call of a cold pool also costs TCP and TLS);
 * rendering.
 */
const delayMs = 100
const persons = [
  { stock: { delayMs, accounts: 4, pagesPerAccount: 3 }, warmUpRounds: 20, rounds: 15 },
  { stock: { delayMs, accounts: 45, pagesPerAccount: 1 }, warmUpRounds: 3, rounds: 7 },
  { stock: { delayMs, accounts: 1, pagesPerAccount: 200 }, warmUpRounds: 2, rounds: 5 },
]

function countRoundTrips({ accounts, pagesPerAccount }: Stock) {
  const list = accounts > 20 ? 2 : 1
  const firstBalance = 1 + list + 1 + list
  const pages = 1 + Math.ceil((pagesPerAccount - 1) / defaultLimits.parallelPages)
  const calls = accounts * (pagesPerAccount + 2) + 1
  return { firstBalance, everything: firstBalance + Math.max(pages, Math.ceil(calls / lanes.attended.slots)) }
}

await calibrate()
const database = await openBenchDatabase('link')
let stock: Stock = { delayMs, accounts: 0, pagesPerAccount: 0 }
let wire = createDelayedBank(stock)
const visitor = await openOurSide({ exchange: request => wire.exchange(request), close: async () => {} })
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
  if (lines !== linesOf(stock)) throw new Error(`${lines} lines`)
  await disconnect(userId, connectionId, presence)
  const before = callback.ms + sent.ms
  return { firstBalanceMs: before + firstBalance - from, everythingMs: before + refreshMs }
}

async function timed<T>(act: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now()
  const value = await act()
  return { value, ms: performance.now() - from }
}

async function measure({ warmUpRounds, rounds, ...person }: (typeof persons)[number]): Promise<void> {
  stock = person.stock
  const linkAnew = async () => {
    await db().rateLimit.deleteMany({})
    wire = createDelayedBank(stock)
    return linkOnce()
  }
  // A process in use is warm: its code is compiled, its statements are prepared.
  for (let round = 0; round < warmUpRounds; round += 1) await linkAnew()
  const results = []
  for (let round = 0; round < rounds; round += 1) results.push(await linkAnew())
  const floor = countRoundTrips(stock)
  const firstBalanceMs = median(results.map(result => result.firstBalanceMs))
  const everythingMs = median(results.map(result => result.everythingMs))
  console.log(
    JSON.stringify({
      bench: 'link',
      bankDelayMs: delayMs,
      accounts: stock.accounts,
      lines: linesOf(stock),
      firstBalanceMs: Math.round(firstBalanceMs),
      firstBalanceFloorMs: floor.firstBalance * delayMs,
      firstBalanceRatio: rounded(firstBalanceMs / (floor.firstBalance * delayMs)),
      everythingMs: Math.round(everythingMs),
      everythingFloorMs: floor.everything * delayMs,
      everythingRatio: rounded(everythingMs / (floor.everything * delayMs)),
      targetRatio: 1.15,
    }),
  )
}

function linesOf({ accounts, pagesPerAccount }: Stock): number {
  return accounts * pagesPerAccount * 100
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

for (const person of persons) await measure(person)
await closeBanks()
await closeDb()
await news.close()
await database.drop()

/** Reports when balances are committed, without polling: by a trigger of this database. */
async function listenForBalances(): Promise<{ next: () => Promise<number>; close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(`
    CREATE FUNCTION tell_balances() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN NOTIFY balances; RETURN NULL; END';
    CREATE TRIGGER tell_balances AFTER INSERT ON "Balance" FOR EACH STATEMENT EXECUTE FUNCTION tell_balances();
    LISTEN balances`)
  return {
    /** `performance.now()` of the next commit that adds balances. */
    next: () => new Promise(resolve => client.once('notification', () => resolve(performance.now()))),
    close: () => client.end(),
  }
}
