import { createServer } from 'node:http'
import { Pool, request } from 'undici'
import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { PaperBank } from '#testing/bank/in-memory.ts'
import { presence } from '#testing/bank/start.ts'
import { listenHere } from '#testing/listen-here.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'
import { payee } from '#testing/shop/orders.ts'
import { calibrate, isWithin, judgeRate, judgeTime } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { atOnce, atRate, percentile } from './servers/load.ts'
import { openOurSide } from './servers/our-side.ts'

/**
 * T3 (docs/costs.md): from creating an order at a bank that answers at once until we know where to redirect the payer: p50 at most
 * the time of 25 empty routes and p99 of 100, at 0.03 of their number a second, and at least 0.06 of it. Over HTTP in the client's process; a plain Node server replaces
 * Next, whose own cost is measured separately (docs/costs.md). Includes signatures, sealed secrets, the rate limit,
 * the call log and PostgreSQL's disk.
 */
const calibration = await calibrate()
const atPerSecond = Math.ceil(0.03 * calibration.routes)
const database = await openBenchDatabase('checkout')
const bank = new PaperBank(() => Date.now())
await openOurSide({ exchange: async request => bank.answer(request), close: async () => {} })
await db().bank.updateMany({ data: { supports: ['payments'] } })

const server = createServer(async (_, response) => {
  const { id } = await createOrder(payee, checkoutOrder())
  const { redirectTo } = await startAttempt(payee, id, { bankCode: '19870', presence })
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ redirectTo }))
})
const origin = `http://127.0.0.1:${await listenHere(server)}`
const pool = new Pool(origin, { connections: 64 })

async function create(): Promise<void> {
  const { statusCode, body } = await request(origin, { method: 'POST', body: '{}', dispatcher: pool })
  await body.text()
  if (statusCode !== 201) throw new Error(`answered ${statusCode}`)
}

// A server runs for days, and its first thousand starts cost twice as much.
await atOnce(16, 1_500, create)
const times = await atRate(atPerSecond, 1_000, create)
const cpuBefore = process.cpuUsage()
const perSecond = Math.round(await atOnce(16, 1_000, create))
const { user, system } = process.cpuUsage(cpuBefore)
const ourMs = Math.round((user + system) / 10_000) / 100
const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)]
const judged = {
  p50: judgeTime(p50Ms, calibration, 'routes', 25),
  p99: judgeTime(p99Ms, calibration, 'routes', 100),
  perSecond: judgeRate(perSecond, calibration, 'routes', 0.06),
}
const ok = isWithin(judged)
console.log(
  JSON.stringify({
    bench: 'checkout (T3)',
    atPerSecond,
    count: times.length,
    p50Ms,
    p99Ms,
    perSecond,
    ourMs,
    judged,
    ok,
  }),
)
await pool.close()
await new Promise(done => server.close(done))
await closeBanks()
await closeDb()
await database.drop()
process.exit(ok ? 0 : 1)
