import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSecureContext } from 'node:tls'
import { lookupLoopback } from '@guichet/stet/lookup.ts'
import { buildConnector, Pool } from 'undici'
import { prepareBank, type TppInUse } from './servers/bank-in-use.ts'
import { calibrate, isWithin, judgeRate } from './servers/calibration.ts'
import { canPin, cpuMsOf, pin } from './servers/cpu.ts'

/**
 * Signed calls per second that the sandbox bank answers on one core, over mutual TLS with all checks and a thousand people; CPU
 * and memory of its process. At least 0.25 as many a second as signatures, and at most 300 MB. The calls are signed beforehand, so that the client's own
 * core is not measured.
 */
const calibration = await calibrate()
const maxRssMb = 300
const people = 1_000
const calls = Number(process.env.BENCH_CALLS ?? 6_000)
const lanes = 16
const host = '19870.sandbox.localhost'
const dataDir = mkdtempSync(join(tmpdir(), 'bench-bank-'))

const pinned = canPin()
const tpp = await prepareBank(dataDir, people)
const bank = await startBank()
if (pinned) pin(process.pid, '1')
if (pinned) pin(bank.child.pid, '0')
try {
  for (const { name, path, headers } of [
    { name: 'accounts', path: () => '/stet/psd2/v1.6.2/accounts', headers: { 'psu-ip-address': '203.0.113.7' } },
    {
      name: 'balances',
      path: (id: string) => `/stet/psd2/v1.6.2/accounts/${id}/balances`,
      headers: { 'psu-ip-address': '203.0.113.7' },
    },
    {
      name: 'transactions',
      path: (id: string) => `/stet/psd2/v1.6.2/accounts/${id}/transactions`,
      headers: { 'psu-ip-address': '203.0.113.7' },
    },
  ]) {
    await measure(name, path, headers)
  }
} finally {
  bank.child.kill('SIGTERM')
  await new Promise(resolve => bank.child.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(name: string, path: (id: string) => string, more: Record<string, string>): Promise<void> {
  const requests = signAll(path, more)
  const pool = connect(bank.port, tpp)
  const warm = requests.splice(0, Math.min(500, Math.floor(calls / 10)))
  await send(pool, warm)
  const cpuBefore = cpuMsOf(bank.child.pid)
  const from = performance.now()
  const counted = requests.length
  await send(pool, requests)
  const seconds = (performance.now() - from) / 1_000
  const cpuMs = (cpuMsOf(bank.child.pid) - cpuBefore) / counted
  await pool.close()
  const [perSecond, rssMb] = [counted / seconds, memoryMbOf(bank.child, 'VmRSS')]
  const judged = { calls: judgeRate(cpuMs > 0 ? 1_000 / cpuMs : perSecond, calibration, 'signatures', 0.25) }
  const ok = isWithin(judged) && (rssMb ?? 0) <= maxRssMb
  if (!ok) process.exitCode = 1
  console.log(
    JSON.stringify({
      bench: 'bank',
      what: `signed ${name} over mutual TLS`,
      people,
      lanes,
      calls: counted,
      pinned,
      perSecond: Math.round(perSecond),
      serverCpuMs: Number(cpuMs.toFixed(3)),
      perSecondOfCpu: cpuMs > 0 ? Math.round(1_000 / cpuMs) : null,
      rssMb,
      peakRssMb: memoryMbOf(bank.child, 'VmHWM'),
      maxRssMb,
      judged,
      ok,
    }),
  )
}

type Prepared = { readonly path: string; readonly headers: Record<string, string> }

function signAll(path: (id: string) => string, more: Record<string, string>): Prepared[] {
  return Array.from({ length: calls }, (_, at) => {
    const visit = tpp.visits[at % tpp.visits.length]
    if (!visit) throw new Error('nobody is there')
    const target = path(visit.accountId)
    const headers = { host, date: new Date().toUTCString(), 'x-request-id': randomUUID(), ...more }
    const names = ['(request-target)', ...Object.keys(headers)]
    const lines = [`(request-target): get ${target}`, ...Object.entries(headers).map(pair => pair.join(': '))]
    const signature = sign('RSA-SHA256', Buffer.from(lines.join('\n')), tpp.sealKey).toString('base64')
    return {
      path: target,
      headers: {
        ...headers,
        authorization: `Bearer ${visit.token}`,
        signature: `keyId="${tpp.kid}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
      },
    }
  })
}

function connect(port: number, { qwacCert, qwacKey, ca }: TppInUse): Pool {
  const secureContext = createSecureContext({ cert: qwacCert, key: qwacKey, ca })
  const connector = buildConnector({ secureContext, lookup: lookupLoopback, allowH2: false })
  return new Pool(`https://${host}:${port}`, { connect: connector, connections: lanes, allowH2: false })
}

async function send(pool: Pool, requests: Prepared[]): Promise<void> {
  const lane = async () => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const answer = await pool.request({ method: 'GET', path: next.path, headers: next.headers })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`the bank answered ${answer.statusCode}: ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function startBank(): Promise<{ child: ChildProcess; port: number }> {
  // As started by `npm run sandbox`.
  const node = [
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=8',
    ...(process.env.BENCH_NODE ?? '').split(' ').filter(Boolean),
  ]
  const child = spawn(process.execPath, [...node, 'packages/sandbox/main.ts'], {
    env: { ...process.env, SANDBOX_API_PORT: '0', SANDBOX_SCREENS_PORT: '0', GUICHET_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the bank ended with ${code}`)))
    if (!child.stdout) throw new Error('the bank has no standard output')
    createInterface({ input: child.stdout }).on('line', line => {
      const event: { event?: string; api?: number } = line.startsWith('{"') ? JSON.parse(line) : {}
      if (event.event === 'listening') resolve(event.api ?? 0)
    })
  })
  return { child, port }
}

// Linux only; elsewhere it is omitted.
function memoryMbOf({ pid }: ChildProcess, row: 'VmRSS' | 'VmHWM'): number | null {
  if (process.platform !== 'linux') return null
  const kilobytes = new RegExp(`^${row}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_024)
}
