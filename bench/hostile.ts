import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { closeBanks } from '#lib/banks.ts'
import { closeDb } from '#lib/db.ts'
import { presetChoice } from '#lib/domain/consent/choice.ts'
import { receiveCallback, startLink } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choose.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'
import { accountsOfLogin, answerBytes, elementsOf } from '#lib/stet/limits.ts'
import type { Transport, WireRequest } from '#lib/stet/transport.ts'
import { calibrate, isWithin, judgeTime } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { createDelayedBank } from './servers/delayed-bank.ts'
import { openOurSide, presence } from './servers/our-side.ts'

/**
 * A bank that sends the worst content within the size limit of an answer, and our services that read it. Meanwhile another thread
 * requests the same process's health every 20 ms: answered within the time of 425 empty routes, whatever is
 * sent (H14).
 */
const calibration = await calibrate()
const readAccounts = 20
const wire = createDelayedBank({ delayMs: 5, accounts: accountsOfLogin, pagesPerAccount: 3 })
let rewrite: (request: WireRequest) => string | null = () => null
const hostile: Transport = {
  exchange: async request => {
    const answer = await wire.exchange(request)
    const text = rewrite(request)
    return text === null ? answer : { ...answer, text: text.slice(0, request.answerBytes) }
  },
  close: async () => {},
}

const database = await openBenchDatabase('hostile')
const visitor = await openOurSide(hostile)
const { userId } = visitor
const health = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
await new Promise(resolve => health.once('listening', resolve))
const prober = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads')
   const times = []
   setInterval(() => {
     const from = performance.now()
     fetch(workerData).then(answer => answer.text()).then(() => times.push(performance.now() - from), () => {})
   }, 20)
   parentPort.on('message', () => parentPort.postMessage(times.splice(0)))`,
  { eval: true, workerData: `http://127.0.0.1:${(health.address() as AddressInfo).port}/` },
)
const takeTimes = () =>
  new Promise<number[]>(resolve => {
    prober.once('message', resolve)
    prober.postMessage('take')
  })

let failed = false
async function measure(name: string, act: () => Promise<unknown>): Promise<void> {
  await takeTimes()
  const from = performance.now()
  const outcome = await act().then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const ms = Math.round(performance.now() - from)
  // The request made at the worst moment is answered after it.
  await new Promise(resolve => setTimeout(resolve, 100))
  const times = (await takeTimes()).sort((one, other) => one - other)
  const healthWorstMs = Math.round(times.at(-1) ?? 0)
  const healthP99Ms = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
  const rssMb = Math.round(process.memoryUsage().rss / 1024 / 1024)
  const judged = { health: judgeTime(healthWorstMs, calibration, 'routes', 425) }
  const ok = isWithin(judged)
  failed ||= !ok
  const report = { ms, asked: times.length, healthP99Ms, healthWorstMs, rssMb, judged, ok }
  console.log(JSON.stringify({ bench: `hostile bank: ${name}`, outcome, ...report }))
}

async function link(): Promise<string> {
  const { redirectTo } = await startLink(userId, { ...visitor, bankCode: '19870', purpose: 'link' })
  const query = new URLSearchParams({ code: crypto.randomUUID() })
  query.set('state', new URL(redirectTo).searchParams.get('state') ?? '')
  const { connectionId: id, failure } = await receiveCallback({ bankCode: '19870', query, visitor, presence })
  if (id === null) throw new Error(`not linked: ${failure}`)
  return id
}

async function consent(id: string): Promise<void> {
  const { rows, version } = await readMatrix(userId, id)
  const ibans = rows.slice(0, readAccounts).map(({ iban }) => iban)
  const { accounts, psuIdentity } = presetChoice('all', ibans)
  const choice = { accounts: accounts.map(account => ({ ...account })), psuIdentity }
  const { hash } = await compareConsent(userId, id, choice)
  await sendConsent(userId, id, { choice, hash, version }, presence)
}

const isLines = ({ target }: WireRequest) => /\/transactions(\?|$)/.test(target)
const isList = ({ target }: WireRequest) => /\/accounts(\?|$)/.test(target)
const line = (id: string, more: object) => ({
  resourceId: id,
  entryReference: id,
  creditDebitIndicator: 'DBIT',
  bookingDate: '2026-11-20',
  transactionAmount: { amount: 1.25, currency: 'EUR' },
  ...more,
})
const bytes = answerBytes.list

let connectionId = ''
await measure(`${accountsOfLogin} accounts linked`, async () => {
  connectionId = await link()
})
await measure(`${readAccounts} of them consented`, () => consent(connectionId))
const refresh = () => refreshConnection(userId, connectionId, presence)
await measure('an ordinary refresh', refresh)

const rows = elementsOf.transactions ?? 0
const pagesOf = (status: string) => (request: WireRequest) => {
  const [path = '', query = ''] = request.target.split('?')
  const page = Number(new URLSearchParams(query).get('page') ?? 1)
  const remittanceInformation = { unstructured: Array.from({ length: 12 }, () => 'x'.repeat(130)) }
  const transactions = Array.from({ length: rows }, (_, at) =>
    line(`${page * rows + at}`, { status, remittanceInformation: at < 400 ? remittanceInformation : {} }),
  )
  return JSON.stringify({ transactions, _links: { next: { href: `${path}?page=${page + 1}` } } })
}
const built = new Map<string, string>()
/** Built once and before the reading, so that only our side is measured. */
const worst: readonly (readonly [string, (request: WireRequest) => boolean, string])[] = [
  ['100,000 accounts', isList, `{"accounts":[${'{"resourceId":"a"},'.repeat(100_000)}{}]}`],
  ['links of 100,000 members', isLines, `{"_links":{${'"a":{"href":"/b"},'.repeat(100_000)}"b":{}}}`],
  ['lists within lists', isLines, '['.repeat(bytes)],
  ['values in short lists', isLines, `{"transactions":[${`{"a":[${'[],'.repeat(90)}[]]},`.repeat(1_900)}{}]}`],
  ['one text', isLines, `{"transactions":[],"a":"${'x'.repeat(bytes - 40)}"}`],
  ['escapes', isLines, `{"transactions":[],"a":"${'\\u0041'.repeat(bytes / 6 - 10)}"}`],
  ['digits of one amount', isLines, `{"transactions":[{"amount":${'1'.repeat(bytes - 40)}}]}`],
  [
    `${rows} rows of long texts`,
    isLines,
    JSON.stringify({
      transactions: Array.from({ length: rows }, (_, at) =>
        line(`W${at}`, { status: 'BOOK', remittanceInformation: { unstructured: Array(13).fill('é'.repeat(70)) } }),
      ),
    }),
  ],
]
for (const [name, concerns, text] of worst) {
  rewrite = request => (concerns(request) ? text : null)
  await measure(name, refresh)
}
for (const status of ['PDNG', 'BOOK']) {
  // The first ten pages of every account are built in advance; then the list ends.
  const make = pagesOf(status)
  rewrite = request => {
    if (!isLines(request)) return null
    const page = Number(/[?&]page=(\d+)/.exec(request.target)?.[1] ?? 1)
    return page > 10 ? '{"transactions":[]}' : (built.get(`${status} ${page}`) ?? null)
  }
  for (let page = 1; page <= 10; page += 1) {
    const target = `/stet/psd2/v1.6.2/accounts/R0/transactions?page=${page}`
    built.set(`${status} ${page}`, make({ target } as WireRequest))
  }
  await measure(`ten pages of ${rows} lines, ${status}`, refresh)
}
await prober.terminate()
health.close()
await closeBanks()
await closeDb()
await database.drop()
process.exit(failed ? 1 : 0)
