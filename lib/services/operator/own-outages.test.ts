import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listenHere } from '#testing/listen-here.ts'
import { readOwnOutages } from './own-outages.ts'

const [from, to] = [new Date('2026-11-26T08:00:00Z'), new Date('2026-11-26T09:00:00Z')]
const second = (minute: number) => from.getTime() / 1_000 + 60 * minute
const asked: URL[] = []
let answer: { readonly status: number; readonly result: readonly unknown[] } = { status: 200, result: [] }
const prometheus = createServer((request, response) => {
  asked.push(new URL(request.url ?? '', 'http://prometheus'))
  response.writeHead(answer.status).end(JSON.stringify({ data: { result: answer.result } }))
})
const address = `http://127.0.0.1:${await listenHere(prometheus)}`
afterEach(() => void asked.splice(0))

test('a failed probe is an outage until the next good one', async () => {
  const values = [...'1100110'].map((value, minute) => [second(minute), value])
  answer = { status: 200, result: [{ values }] }
  const at = (minute: number) => new Date(second(minute) * 1_000)
  expect(await readOwnOutages(address, from, to)).toEqual([
    { from: at(2), to: at(4) },
    { from: at(6), to: null },
  ])
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    query: 'min(min_over_time(probe_success{job="site"}[15s]))',
    step: '15',
    end: String(second(60)),
  })
})

test('a long time is asked for in points that Prometheus gives', async () => {
  answer = { status: 200, result: [] }
  const month = new Date(from.getTime() + 30 * 86_400_000)
  expect(await readOwnOutages(address, from, month)).toBeNull()
  expect(Number(asked[0]?.searchParams.get('step'))).toBeGreaterThan((30 * 86_400) / 11_000)
})

test('without a probe they are not known; without an answer it is said', async () => {
  answer = { status: 200, result: [] }
  expect(await readOwnOutages(address, from, to)).toBeNull()
  answer = { status: 503, result: [] }
  await expect(readOwnOutages(address, from, to)).rejects.toThrow(`${address} answered 503`)
})
