import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { currentOrigin, recordSpan, runAsJob, startTracing, withSpan } from './trace.ts'

const posted: { path: string; text: string }[] = []
const collector = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    posted.push({ path: request.url ?? '', text: Buffer.concat(chunks).toString('latin1') })
    response.end('{}')
  })
})

beforeAll(() => new Promise<void>(done => collector.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise(done => collector.close(done)))

test('everything of one job has one id, in its log lines too; outside of any there is none', async () => {
  expect(currentOrigin()).toBeNull()
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(line) })
  const ids = await runAsJob('x', async () => {
    log.info('inside')
    return [currentOrigin(), await Promise.resolve().then(currentOrigin)]
  })
  log.info('outside')
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[1]).toBe(ids[0])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: ids[0], msg: 'inside' })
  expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('requestId')
})

const addresses = {
  'http.target': '/callback/19870/payment/PATHSECRET0123456789?code=QUERYSECRET&state=x',
  'http.url': 'https://shop.example/hooks?key=QUERYSECRET',
  'url.query': 'token=QUERYSECRET',
}

test('a collector gets the job, what it did, and the call to the bank; failures by type, addresses without what nobody may guess', async () => {
  const stop = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`)
  await runAsJob('refresh', async () => {
    recordSpan('bank accounts.list', { at: new Date(), durationMs: 5, failure: 'TMRQ' }, { 'guichet.bank': '19870' })
    const failing = withSpan('service', {}, () => Promise.reject(new TypeError('SECRET')))
    await expect(failing).rejects.toThrow('SECRET')
  })
  await withSpan('GET /callback/[bank]/payment/[reportId]', addresses, async () => undefined)
  trace.getTracer('next.js').startActiveSpan('render', span => {
    span.recordException(new RangeError('SECRET'))
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'SECRET' })
    span.end()
  })
  await stop()
  expect(posted[0]?.path).toBe('/v1/traces')
  const text = Buffer.from(posted.map(({ text }) => text).join(''), 'latin1').toString('utf8')
  for (const address of ['"/callback/19870/payment/…"', '"https://shop.example/hooks"']) expect(text).toContain(address)
  for (const name of ['job refresh', 'bank accounts.list', 'service', 'TMRQ', 'TypeError']) expect(text).toContain(name)
  expect(text).not.toContain('SECRET')
})
