import { Pool } from 'undici'
import { openBenchDatabase } from './servers/database.ts'
import { atOnce, percentile } from './servers/load.ts'
import { openStack } from './servers/stack-in-use.ts'

/**
 * The payment page over HTTP from the production build, one process, 1 and 8 payers at once: pages a second, and the processor time
 * of a page, which a busy machine changes least. Beside it `/api/health`, as what every request costs. BENCH_RUNS pages each.
 */
const runs = Number(process.env.BENCH_RUNS ?? 400)
const database = await openBenchDatabase('pay_page')
const { closeDb } = await import('#lib/db.ts')
const { seedCheckout } = await import('./servers/checkout.ts')

const { publicId } = await seedCheckout()
const stack = await openStack(process.env.DATABASE_URL ?? null)
const pool = new Pool(stack.appUrl, { connections: 8 })
try {
  for (const path of ['/api/health', `/pay/${publicId}`]) {
    await atOnce(8, 200, () => ask(path))
    for (const lanes of [1, 8]) await measure(path, lanes)
  }
} finally {
  await pool.close()
  await stack.stop()
  await closeDb()
  await database.drop()
}

async function measure(path: string, lanes: number): Promise<void> {
  const [times, bytes]: [number[], number[]] = [[], []]
  const before = await readCpuMs()
  const perSecond = await atOnce(lanes, runs, async () => {
    const from = performance.now()
    bytes.push(await ask(path))
    times.push(performance.now() - from)
  })
  const cpuMs = round(((await readCpuMs()) - before) / runs)
  times.sort((one, other) => one - other)
  console.log(
    JSON.stringify({
      bench: 'pay-page',
      page: path === '/api/health' ? path : '/pay/<id>',
      lanes,
      runs,
      perSecond: round(perSecond),
      cpuMs,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      kb: round((bytes[0] ?? 0) / 1_000),
    }),
  )
}

/** Bytes as sent, compressed as for a browser. */
async function ask(path: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip', 'accept-language': 'fr' }
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
  const { byteLength } = await body.arrayBuffer()
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  return byteLength
}

/** Processor time of the application so far, as it measures itself. */
async function readCpuMs(): Promise<number> {
  const { body } = await pool.request({ path: '/metrics', method: 'GET' })
  const text = await body.text()
  return 1_000 * Number(/^guichet_process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? Number.NaN)
}

function round(value: number): number {
  return Math.round(10 * value) / 10
}
