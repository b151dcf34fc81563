import { closeDb } from '#lib/db.ts'
import { startJobs } from '#lib/jobs/tasks.ts'
import { calibrate, isWithin, judgeRate, judgeTime } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { atOnce, atRate, percentile } from './servers/load.ts'
import { happen, openReceiver, openShops } from './servers/shops.ts'

/**
 * T8 (quality.md): from the commit of an event until the first delivery reaches the merchant's server, p99 at most the time of
 * 850 empty routes, at 20 a second; and when many are waiting, at least 0.3 as many a second as empty routes. One worker and one receiver that answers at once, in this
 * process; each message belongs to another payment.
 */
const calibration = await calibrate()
const [perSecond, count, waiting] = [20, 400, 2_000]
const database = await openBenchDatabase('webhook')
process.env.WEBHOOK_LOOPBACK = '1'
process.env.APP_URL = 'http://localhost:3000'

const receiver = await openReceiver()
const { arrivedAt, has } = receiver
const [shop] = await openShops(1, receiver.url)
if (!shop) throw new Error('no shop')

const work = () => startJobs('webhooks').stop

const stopFirst = work()
await atOnce(4, 100, () => happen(shop))
await has(100)
arrivedAt.clear()
const happened: Awaited<ReturnType<typeof happen>>[] = []
await atRate(perSecond, count, async () => void happened.push(await happen(shop)))
await has(count)
const times = happened
  .map(({ orderId, committedAt }) => (arrivedAt.get(orderId) ?? Number.POSITIVE_INFINITY) - committedAt)
  .sort((one, other) => one - other)
await stopFirst()
arrivedAt.clear()
await atOnce(8, waiting, () => happen(shop))
const from = performance.now()
const stopSecond = work()
await has(waiting)
const drainPerSecond = Math.round((1_000 * waiting) / (performance.now() - from))
await stopSecond()
const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)]
const judged = {
  p99: judgeTime(p99Ms, calibration, 'routes', 850),
  drain: judgeRate(drainPerSecond, calibration, 'routes', 0.3),
}
const ok = isWithin(judged)
console.log(
  JSON.stringify({
    bench: 'webhooks (T8)',
    atPerSecond: perSecond,
    count,
    p50Ms,
    p99Ms,
    waiting,
    drainPerSecond,
    judged,
    ok,
  }),
)
await receiver.close()
await closeDb()
await database.drop()
process.exit(ok ? 0 : 1)
