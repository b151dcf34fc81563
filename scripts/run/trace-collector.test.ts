import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './postgres.ts'
import { drawTraces, readSpans, startCollector, withoutProbes } from './trace-collector.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'traces-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const at = (ms: number) => String(1_795_669_940_000_000_000n + BigInt(ms) * 1_000_000n)
const span = (
  traceId: string,
  spanId: string,
  parentSpanId: string | undefined,
  name: string,
  from: number,
  to: number,
) => ({
  traceId,
  spanId,
  parentSpanId,
  name,
  startTimeUnixNano: at(from),
  endTimeUnixNano: at(to),
})
const spans = [
  span('one', 'c', 'b', 'bank balances.read', 20, 30),
  span('one', 'a', 'browser', 'POST /api/connections/[id]/refresh', 0, 50),
  span('one', 'b', 'a', 'executing api route', 5, 45),
  { ...span('one', 'd', 'b', 'bank accounts.list', 10, 20), status: { code: 2, message: 'timeout' } },
  span('two', 'e', undefined, 'job refreshes', 100, 140),
  span('two', 'f', 'e', 'bank balances.read', 110, 130),
  span('three', 'g', undefined, 'job audit.check', 200, 201),
  span('four', 'h', undefined, 'GET /metrics', 300, 320),
  span('four', 'i', 'h', 'executing api route (app) /metrics', 301, 319),
]
const exported = { resourceSpans: [{ scopeSpans: [{ spans }] }] }

test('a trace is drawn from the request down to the calls to the bank, the newest trace first, without idle jobs and probes', () => {
  const drawn = drawTraces(withoutProbes(readSpans(exported))).split('\n')
  expect([drawn[0], drawn[5]]).toEqual([expect.stringMatching(/trace two$/), expect.stringMatching(/trace one$/)])
  expect(drawn.slice(7).map(line => line.replace(/^ *[\d.]+ +[\d.]+ {2}/, ''))).toEqual([
    'POST /api/connections/[id]/refresh',
    '  executing api route',
    '    bank accounts.list  failed: timeout',
    '    bank balances.read',
    '',
  ])
})

test('what is sent to it is kept in a file and shown; anything else is refused', async () => {
  const collector = await startCollector({ dataDir, port: await freePort() })
  const send = (body: string) => fetch(`${collector.url}/v1/traces`, { method: 'POST', body })
  expect((await send(JSON.stringify(exported))).status).toBe(200)
  expect((await send('{')).status).toBe(400)
  expect((await send('{"resourceSpans":[{}]}')).status).toBe(400)
  expect(await (await fetch(collector.url)).text()).toContain('bank accounts.list')
  // DNS rebinding (C59).
  const [host, port] = ['evil.example', new URL(collector.url).port]
  const foreign = await new Promise(done => get({ port, headers: { host } }, answer => done(answer.statusCode)))
  expect(foreign).toBe(421)
  await collector.stop()
  expect(readFileSync(join(dataDir, 'logs/traces.jsonl'), 'utf8').trim().split('\n')).toHaveLength(spans.length)
})
