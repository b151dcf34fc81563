import { closeBanks, gateOf, openBank } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { presetChoice } from '#lib/domain/consent/choice.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import { receiveCallback, startLink } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choose.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'
import { listAccounts } from '#lib/stet/accounts.ts'
import { aispToken } from '#lib/stet/token.ts'
import { calibrate } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { createDelayedBank } from './servers/delayed-bank.ts'
import { openOurSide, presence } from './servers/our-side.ts'

/**
 * T10 for account information: a bank takes 11 s per answer while sixty people use it. The effect on a person whose bank answers
 * after 20 ms, in the same process and database: p99 of a whole refresh, at most doubled.
 */
const slow = { code: '19871', delayMs: 11_000, people: 60 }
const well = { delayMs: 20, accounts: 4, pagesPerAccount: 3 }
const warmUpRounds = 30
const rounds = 200

await calibrate()
const database = await openBenchDatabase('slow_bank')
const visitor = await openOurSide(createDelayedBank(well))
const { userId } = visitor
const connectionId = await linkWell()
await addSlowBank()

async function linkWell(): Promise<string> {
  const { redirectTo } = await startLink(userId, { ...visitor, bankCode: '19870', purpose: 'link' })
  const query = new URLSearchParams({ code: crypto.randomUUID() })
  query.set('state', new URL(redirectTo).searchParams.get('state') ?? '')
  const { connectionId: id, failure } = await receiveCallback({ bankCode: '19870', query, visitor, presence })
  if (id === null) throw new Error(`not linked: ${failure}`)
  const { rows, version } = await readMatrix(userId, id)
  const { accounts, psuIdentity } = presetChoice(
    'all',
    rows.map(({ iban }) => iban),
  )
  const choice = { accounts: accounts.map(account => ({ ...account })), psuIdentity }
  const { hash } = await compareConsent(userId, id, choice)
  await sendConsent(userId, id, { choice, hash, version }, presence)
  return id
}

async function addSlowBank(): Promise<void> {
  const { code: _, ...entry } = await db().bank.findUniqueOrThrow({ where: { code: '19870' } })
  await db().bank.create({ data: { ...entry, code: slow.code } })
  const bank = await openBank(slow.code)
  if (!bank) throw new Error('no bank')
  const transport = createDelayedBank({ ...well, delayMs: slow.delayMs })
  bank.credentials = { transport, seal: bank.credentials.seal }
}

/** A person who refreshes at the slow bank repeatedly until `stopped`. */
async function keepAsking(stopped: AbortSignal): Promise<void> {
  const bank = await openBank(slow.code)
  if (!bank) throw new Error('no bank')
  const calls = recordCalls({ userId, connectionId: null, bankCode: slow.code, presence, signal: stopped })
  while (!stopped.aborted) {
    await listAccounts(bank, aispToken(slow.code, 'x'), calls.context).catch(() => undefined)
  }
  await calls.written()
}

async function refreshes(count: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < count; round += 1) {
    const from = performance.now()
    await refreshConnection(userId, connectionId, presence)
    times.push(performance.now() - from)
  }
  return times.sort((one, other) => one - other)
}

const at = (sorted: readonly number[], share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
const report = (sorted: readonly number[]) => ({
  p50Ms: at(sorted, 0.5),
  p95Ms: at(sorted, 0.95),
  p99Ms: at(sorted, 0.99),
})

await refreshes(warmUpRounds)
const alone = await refreshes(rounds)
const stop = new AbortController()
const askers = Array.from({ length: slow.people }, () => keepAsking(stop.signal))
const beside = await refreshes(rounds)
const load = gateOf(slow.code).load().attended
stop.abort()
await Promise.all(askers)

const ratio = Math.round((100 * at(beside, 0.99)) / at(alone, 0.99)) / 100
console.log(
  JSON.stringify({
    bench: 'slow bank (T10)',
    rounds,
    slowMs: slow.delayMs,
    people: slow.people,
    atSlowBank: load,
    alone: report(alone),
    beside: report(beside),
    p99Ratio: ratio,
    target: '<= 2',
    ok: ratio <= 2,
  }),
)
await closeBanks()
await closeDb()
await database.drop()
process.exit(ratio <= 2 ? 0 : 1)
