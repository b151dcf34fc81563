import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenHere } from '#testing/listen-here.ts'
import type { Desk } from './bank.ts'
import { type ClockMove, clockMoves, openClock } from './clock.ts'

const shown = { now: '2026-11-24T22:30:00.000Z', day: '2026-11-24', realNow: '2026-11-23T22:30:00.000Z' }
let asked: [method: string, path: string, body: unknown][]
const desk: Desk = {
  ask: async <Answer>(method: string, path: string, body?: unknown) => {
    asked.push([method, path, body])
    return { ...shown, offsetSeconds: 86_400, frozen: false } as Answer
  },
  read: async () => '',
  follow: () => ({ stop: () => {} }),
}

/** Guichet: what it was sent, and the status it answers. */
let guichet: Server
let sent: string[]
let status: number
let port: number
const clock = () => openClock(desk, port)

beforeEach(async () => {
  asked = []
  sent = []
  status = 200
  guichet = createServer(async (request, response) => {
    sent.push(`${request.method} ${request.headers.host?.split(':')[0]} ${request.url}`)
    sent.push(Buffer.concat(await request.toArray()).toString())
    response.writeHead(status).end('{}')
  })
  port = await listenHere(guichet)
})
afterEach(() => guichet.close())

test.each<[ClockMove, object]>([
  ['minute', { move: 'plus', hours: 1 / 60 }],
  ['hour', { move: 'plus', hours: 1 }],
  ['day', { move: 'plus', days: 1 }],
  ['evening', { move: 'evening' }],
  ['month_end', { move: 'month_end' }],
  ['expiry', { move: 'plus', days: 180, hours: 1 }],
  ['now', { move: 'real' }],
])('%s moves the bank’s clock, then Guichet’s to the same time', async (by, move) => {
  await clock().move(by, 'p1')
  expect(asked).toEqual([['PUT', '/clock', move]])
  expect(sent).toEqual(['PUT localhost /demonstration/clock', '{"aheadMs":86400000}'])
})

test('every move of the page is one of these', () => {
  expect(clockMoves).toEqual(['minute', 'hour', 'day', 'evening', 'month_end', 'expiry', 'now'])
})

test('the night after next begins before the first automatic reading of its day', async () => {
  await clock().moveToNight('p1')
  expect(asked.at(-1)).toEqual(['PUT', '/clock', { move: 'set', to: '2026-11-26T01:55:00.000Z' }])
})

test('it is said when Guichet refuses', async () => {
  status = 403
  await expect(clock().move('day', 'p1')).rejects.toThrow('Guichet answered 403')
})

test('whoever listens hears who moved it; what is at the real time is left alone', async () => {
  const moved: string[] = []
  const one = clock()
  one.listen(who => void moved.push(who))
  await one.putBack('p2')
  expect([asked, moved]).toEqual([
    [
      ['GET', '/clock', undefined],
      ['PUT', '/clock', { move: 'real' }],
    ],
    ['p2'],
  ])
})
