import { fork } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { buildConnector, Pool } from 'undici'
import { readBalances } from '#lib/stet/accounts.ts'
import { closeBank, createBank } from '#lib/stet/bank.ts'
import { lookupLoopback } from '#lib/stet/lookup.ts'
import { keySigner } from '#lib/stet/signer.ts'
import { issue, makeAuthority } from '#lib/stet/testing/certificates.ts'
import { aispToken } from '#lib/stet/token.ts'
import { calibrate, isWithin, judgeRate, judgeTime } from './servers/calibration.ts'

/**
 * Signed calls per second through lib/stet (request id, date, RSA-2048 signature, mutual TLS, schema, exact amounts), compared in
 * one run with a plain undici loop that gets the same answer over the same kind of connection. T1 (quality.md): beyond that loop, at most
 * 1.6 times the processor time of a signature; and a second of processor time makes at least 0.63 as many calls as signatures.
 */
const calibration = await calibrate()
const lanes = 8
const roundMs = 1_500
const rounds = 3
const host = '19870.sandbox.localhost'
const path = '/stet/psd2/v1.6.2/accounts/CPT-1/balances'

const authority = await makeAuthority('Benchmark authority')
const server = await issue(authority, { name: host, hosts: [host] })
const client = await issue(authority, { name: 'Guichet' })
const child = fork(new URL('servers/constant.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
const port = await new Promise<number>((resolve, reject) => {
  child.once('message', message => resolve(Number(message)))
  child.once('exit', code => reject(new Error(`the server ended with ${code}`)))
  child.send({ ...server, ca: authority.cert })
})

const baseUrl = `https://${host}:${port}`
const tls = { ...client, ca: authority.cert }
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const seal = { signer: keySigner(privateKey), keyId: 'https://tpp.test/qseal_00' }
const limits = { connections: lanes }
const bank = createBank({
  code: '19870',
  baseUrl,
  screensUrl: baseUrl,
  version: '1.6.2',
  clientId: 'c',
  pkce: true,
  tls,
  seal,
  limits,
})
const secureContext = createSecureContext(tls)
const pool = new Pool(baseUrl, {
  connect: buildConnector({ secureContext, lookup: lookupLoopback, allowH2: false }),
  connections: lanes,
  allowH2: false,
})
const token = aispToken('19870', 'benchmark')
const presence = {
  ipAddress: '203.0.113.7',
  ipPort: null,
  httpMethod: 'GET',
  at: new Date(),
  userAgent: null,
  referer: null,
  accept: null,
  acceptCharset: null,
  acceptEncoding: null,
  acceptLanguage: null,
}

const attended = () => readBalances(bank, token, 'CPT-1', 'account', { presence })
const batch = () => readBalances(bank, token, 'CPT-1', 'account', { presence: null })
const bare = async () => {
  const { body } = await pool.request({ path, method: 'GET', headers: { accept: 'application/json' } })
  return body.json()
}

/** The signature alone, which every client of these banks needs. */
const text = Buffer.from('x'.repeat(400))
const signature = async () => sign('RSA-SHA256', text, privateKey)

type Rate = { readonly perSecond: number; readonly cpuMs: number }

async function measure(call: () => Promise<unknown>): Promise<Rate> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  let calls = 0
  const lane = async () => {
    while (performance.now() - start < roundMs) {
      await call()
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const used = process.cpuUsage(cpu)
  const seconds = (performance.now() - start) / 1_000
  return { perSecond: calls / seconds, cpuMs: (used.user + used.system) / 1_000 / calls }
}

function median(rates: readonly Rate[], of: (rate: Rate) => number): number {
  return rates.map(of).sort((left, right) => left - right)[Math.floor(rates.length / 2)] ?? 0
}

const results = { attended: [] as Rate[], batch: [] as Rate[], bare: [] as Rate[], signature: [] as Rate[] }
for (const call of [attended, batch, bare]) for (let warm = 0; warm < 200; warm++) await call()
for (let round = 0; round < rounds; round++) {
  results.attended.push(await measure(attended))
  results.batch.push(await measure(batch))
  results.bare.push(await measure(bare))
  results.signature.push(await measure(signature))
}
await closeBank(bank)
await pool.close()
child.disconnect()

const perSecond = (rates: readonly Rate[]) => Math.round(median(rates, rate => rate.perSecond))
const cpuMs = (rates: readonly Rate[]) => Number(median(rates, rate => rate.cpuMs).toFixed(3))
const ratio = (rates: readonly Rate[]) => Number((perSecond(rates) / perSecond(results.bare)).toFixed(3))
const overheadCpuMs = Number((cpuMs(results.attended) - cpuMs(results.bare)).toFixed(3))
const judged = {
  overhead: judgeTime(overheadCpuMs, calibration, 'signatures', 1.6),
  calls: judgeRate(1_000 / cpuMs(results.attended), calibration, 'signatures', 0.63),
}
const ok = isWithin(judged)
console.log(
  JSON.stringify({
    bench: 'sign (T1)',
    what: 'signed calls over mutual TLS through lib/stet, beside a bare undici loop',
    lanes,
    attended: {
      perSecond: perSecond(results.attended),
      cpuMs: cpuMs(results.attended),
      ratioToBare: ratio(results.attended),
    },
    batch: { perSecond: perSecond(results.batch), cpuMs: cpuMs(results.batch), ratioToBare: ratio(results.batch) },
    bare: { perSecond: perSecond(results.bare), cpuMs: cpuMs(results.bare) },
    signatureAlone: { perSecond: perSecond(results.signature), cpuMs: cpuMs(results.signature) },
    overheadCpuMs,
    overheadWithoutSignatureCpuMs: Number(
      (cpuMs(results.attended) - cpuMs(results.bare) - cpuMs(results.signature)).toFixed(3),
    ),
    judged,
    ok,
  }),
)
process.exit(ok ? 0 : 1)
