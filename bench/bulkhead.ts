import { closeBanks, gateOf } from '#lib/banks.ts'
import { closeDb } from '#lib/db.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { calibrate } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { atRate, percentile } from './servers/load.ts'
import { openOurSide, presence } from './servers/our-side.ts'
import { addBank, comeBack, createPaperWire, makeOrder, takePayments } from './servers/paper-payments.ts'

/**
 * T10 (quality.md) for payments: a healthy bank becomes slow and takes 11 s per answer while sixty payers, who arrive within
 * those 11 s, want to pay there repeatedly. The effect on payers of a healthy bank in the same process and database: p99 of
 * creating, leaving, returning and being confirmed, at most doubled. Half a minute; BENCH_SLOW_SECONDS=300 is the long form.
 */
const slow = { code: '19871', delayMs: 11_000, payers: 60 }
const perSecond = 5
const seconds = Number(process.env.BENCH_SLOW_SECONDS ?? 30)
await calibrate()
const database = await openBenchDatabase('bulkhead')
const well = createPaperWire(20)
await openOurSide(well)
await takePayments()
const slowing = createPaperWire(20)
await addBank(slow.code, slowing)

async function pay(bankCode = '19870'): Promise<void> {
  const { ownerId, orderId } = await makeOrder()
  const { redirectTo } = await startAttempt(ownerId, orderId, { bankCode, presence })
  await comeBack(bankCode === slow.code ? slowing.bank : well.bank, bankCode, redirectTo)
}

const ended = { refused: 0, redirected: 0 }
async function keepTrying(stopped: AbortSignal, afterMs: number): Promise<void> {
  // People arrive one by one; sixty in one instant would measure that instant.
  await new Promise(done => setTimeout(done, afterMs))
  while (!stopped.aborted) {
    const { ownerId, orderId } = await makeOrder()
    const began = performance.now()
    await startAttempt(ownerId, orderId, { bankCode: slow.code, presence }).then(
      () => (ended.redirected += 1),
      () => (ended.refused += 1),
    )
    // A refused payer reads the page for a second before the next try.
    await new Promise(done => setTimeout(done, Math.max(0, 1_000 - (performance.now() - began))))
  }
}

const report = (sorted: readonly number[]) => ({
  p50Ms: percentile(sorted, 0.5),
  p95Ms: percentile(sorted, 0.95),
  p99Ms: percentile(sorted, 0.99),
})

await atRate(perSecond, perSecond * 6, () => pay())
const alone = await atRate(perSecond, perSecond * seconds, () => pay())
// It was healthy a moment ago, so payers have been there.
await pay(slow.code)
slowing.delayMs = slow.delayMs
const stop = new AbortController()
const payers = Array.from({ length: slow.payers }, (_, at) =>
  keepTrying(stop.signal, (at * slow.delayMs) / slow.payers),
)
const beside = await atRate(perSecond, perSecond * seconds, () => pay())
const load = gateOf(slow.code).load().attended
stop.abort()
await Promise.all(payers)
const p99Ratio = Math.round((100 * percentile(beside, 0.99)) / percentile(alone, 0.99)) / 100
const ok = p99Ratio <= 2
console.log(
  JSON.stringify({
    bench: 'slow bank, payments (T10)',
    seconds,
    perSecond,
    slowMs: slow.delayMs,
    payers: slow.payers,
    atSlowBank: load,
    ended,
    alone: report(alone),
    beside: report(beside),
    p99Ratio,
    target: '<= 2',
    ok,
  }),
)
await closeBanks()
await closeDb()
await database.drop()
process.exit(ok ? 0 : 1)
