import { z } from 'zod'
import { type Desk, send } from './bank.ts'

/** How far the clocks can be moved: by the names on the page. */
export const clockMoves = ['minute', 'hour', 'day', 'evening', 'month_end', 'expiry', 'now'] as const
export type ClockMove = (typeof clockMoves)[number]

/** Each as the bank's control desk takes it. */
const moves: Readonly<Record<ClockMove, unknown>> = {
  minute: { move: 'plus', hours: 1 / 60 },
  hour: { move: 'plus', hours: 1 },
  day: { move: 'plus', days: 1 },
  evening: { move: 'evening' },
  month_end: { move: 'month_end' },
  // An authentication lasts 180 days.
  expiry: { move: 'plus', days: 180, hours: 1 },
  now: { move: 'real' },
}

const Shown = z.object({ now: z.iso.datetime(), day: z.iso.date(), offsetSeconds: z.int() })

/** One clock for both halves of the demonstration: the bank's control desk moves the bank's, and Guichet's is set to the same time. */
export type Clock = {
  /** The time of both, as ISO 8601. */
  read(): Promise<string>
  /** Throws where the bank or Guichet refuses. `who` moves it. */
  move(by: ClockMove, who: string): Promise<void>
  moveTo(at: Date, who: string): Promise<void>
  /** To the night after next, before the first automatic readings of a day: every session has ended by then. */
  moveToNight(who: string): Promise<void>
  /** Back to the real time, if it is another one. */
  putBack(who: string): Promise<void>
  /** Calls `hear` after every move, with who made it. */
  listen(hear: (who: string) => void): void
}

export function openClock(desk: Desk, appPort: number): Clock {
  const heard = new Set<(who: string) => void>()
  const follow = async (answer: unknown, who: string) => {
    const aheadMs = Shown.parse(answer).offsetSeconds * 1_000
    const body = JSON.stringify({ aheadMs })
    const headers = {
      host: `localhost:${appPort}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const { status } = await send(
      { host: '127.0.0.1', port: appPort, method: 'PUT', path: '/demonstration/clock', headers },
      body,
    )
    if (status !== 200) throw new Error(`Guichet answered ${status} when its clock was moved`)
    for (const hear of heard) hear(who)
  }
  const moveTo = async (at: Date, who: string) =>
    follow(await desk.ask('PUT', '/clock', { move: 'set', to: at.toISOString() }), who)
  const move = async (by: ClockMove, who: string) => follow(await desk.ask('PUT', '/clock', moves[by]), who)
  return {
    moveTo,
    moveToNight: async who => {
      const { day } = Shown.parse(await desk.ask('GET', '/clock'))
      // 2:55 or 3:55 in Paris.
      await moveTo(new Date(Date.parse(`${day}T01:55:00Z`) + 2 * 86_400_000), who)
    },
    read: async () => Shown.parse(await desk.ask('GET', '/clock')).now,
    move,
    putBack: async who => {
      if (Shown.parse(await desk.ask('GET', '/clock')).offsetSeconds !== 0) await move('now', who)
    },
    listen: hear => void heard.add(hear),
  }
}
