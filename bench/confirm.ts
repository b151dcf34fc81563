import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { calibrate, isWithin, judgeTime } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { atOnce, atRate, percentile } from './servers/load.ts'
import { openOurSide, presence } from './servers/our-side.ts'
import { comeBack, createPaperWire, makeOrder, takePayments } from './servers/paper-payments.ts'

/**
 * T4 (quality.md): from a payer's callback until the payment is confirmed and committed, at a bank that answers at once:
 * exchanging the code, reading and comparing the request, committing the intent, sending the confirmation and applying its
 * answer. p99 at most the time of 170 empty routes, one payer at a time and with 10 a second.
 */
const calibration = await calibrate()
const perSecond = 10
const database = await openBenchDatabase('confirm')
const wire = createPaperWire()
await openOurSide(wire)
await takePayments()

async function leave(): Promise<string> {
  const { ownerId, orderId } = await makeOrder()
  return (await startAttempt(ownerId, orderId, { bankCode: '19870', presence })).redirectTo
}

async function leaveAll(count: number): Promise<string[]> {
  const left: string[] = []
  await atOnce(8, count, async () => void left.push(await leave()))
  return left
}

const arrive = (left: readonly string[]) => (at: number) => comeBack(wire.bank, '19870', left[at] ?? '')

const warm = await leaveAll(100)
await atOnce(4, warm.length, arrive(warm))
const inTurn = await leaveAll(200)
const alone: number[] = []
for (const [at] of inTurn.entries()) {
  const from = performance.now()
  await arrive(inTurn)(at)
  alone.push(performance.now() - from)
}
alone.sort((one, other) => one - other)
const many = await leaveAll(300)
const together = await atRate(perSecond, many.length, arrive(many))
const capacity = await leaveAll(300)
const mostPerSecond = Math.round(await atOnce(8, capacity.length, arrive(capacity)))
const unpaid = await db().paymentOrder.count({ where: { status: { not: 'executed' } } })
const report = (sorted: readonly number[]) => ({ p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) })
const judged = {
  alone: judgeTime(report(alone).p99Ms, calibration, 'routes', 170),
  together: judgeTime(report(together).p99Ms, calibration, 'routes', 170),
}
const ok = isWithin(judged) && unpaid === 0
console.log(
  JSON.stringify({
    bench: 'callback to confirmed (T4)',
    alone: report(alone),
    atPerSecond: perSecond,
    together: report(together),
    mostPerSecond,
    unpaid,
    judged,
    ok,
  }),
)
await closeBanks()
await closeDb()
await database.drop()
process.exit(ok ? 0 : 1)
