import { z } from 'zod'
import { parisDay, parisInstant } from '#sandbox/clock.ts'
import { dayOf, isoOf, lastDayOfMonth } from '#sandbox/people/days.ts'
import { bankDay } from '#sandbox/people/today.ts'
import { runDuePayments } from '#sandbox/pis/due.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { DeskRefusal, type DeskRoute, routesOf } from './route.ts'

const hourMs = 3_600_000
/** Lives are computed day by day: a more distant day would take minutes. */
const furthestDays = 800

const Clock = z.strictObject({
  now: z.iso.datetime().describe("The bank's time"),
  day: z.iso.date().describe('Its day in Paris'),
  realNow: z.iso.datetime(),
  offsetSeconds: z.int().describe("How far the bank's time is ahead of the real one"),
  frozen: z.boolean(),
})

const ClockMove = z.discriminatedUnion('move', [
  z.strictObject({ move: z.literal('set'), to: z.iso.datetime({ offset: true }) }),
  z
    .strictObject({
      move: z.literal('plus'),
      days: z.int().min(-furthestDays).max(furthestDays).default(0),
      hours: z.number().min(-10_000).max(10_000).default(0),
    })
    .describe('Also back, with a minus'),
  z.strictObject({ move: z.literal('freeze') }),
  z.strictObject({ move: z.literal('unfreeze') }),
  z
    .strictObject({ move: z.literal('evening') })
    .describe('The next 21:30 in Paris: the accounting batch runs, VALU is missing (21:00 to 21:50)'),
  z
    .strictObject({ move: z.literal('month_end') })
    .describe('22:00 on the last day of the month: cards are drawn, outstandings move'),
  z.strictObject({ move: z.literal('real') }).describe('Back to the real time, running'),
])
type ClockMove = z.output<typeof ClockMove>

/** The current state of the clock. */
export function showClock({ clock }: Sandbox): z.output<typeof Clock> {
  const [now, realNow] = [clock.now(), clock.realNow()]
  return {
    now: now.toISOString(),
    day: parisDay(now),
    realNow: realNow.toISOString(),
    offsetSeconds: Math.round((now.getTime() - realNow.getTime()) / 1000),
    frozen: clock.isFrozen(),
  }
}

/** Applies what is due by the bank's clock: lives continue to its day, payments execute, requests time out. */
export function advanceBank(sandbox: Sandbox): void {
  bankDay(sandbox)
  runDuePayments(sandbox)
}

/** Moves the clock and applies what is due. Refuses a time too far from the real one (400). */
export function moveClock(sandbox: Sandbox, move: ClockMove): z.output<typeof Clock> {
  const { clock } = sandbox
  if (move.move === 'freeze') clock.freeze(true)
  else if (move.move === 'unfreeze') clock.freeze(false)
  else if (move.move === 'real') {
    clock.freeze(false)
    clock.moveTo(0)
  } else {
    const offsetMs = targetOf(clock.now(), move).getTime() - clock.realNow().getTime()
    if (Math.abs(offsetMs) > furthestDays * 24 * hourMs) {
      throw new DeskRefusal(400, 'too_far', `The bank's clock stays within ${furthestDays} days of the real one`)
    }
    clock.moveTo(offsetMs)
  }
  advanceBank(sandbox)
  return showClock(sandbox)
}

function targetOf(now: Date, move: Extract<ClockMove, { move: 'set' | 'plus' | 'evening' | 'month_end' }>): Date {
  if (move.move === 'set') return new Date(move.to)
  if (move.move === 'plus') return plus(now, move.days, move.hours)
  const today = dayOf(parisDay(now))
  if (move.move === 'evening') return firstAfter(now, [today, today + 1], '21:30:00')
  return firstAfter(now, [lastDayOfMonth(today), lastDayOfMonth(lastDayOfMonth(today) + 1)], '22:00:00')
}

// Calendar days in Paris: the time of day does not change over a change of clocks.
function plus(now: Date, days: number, hours: number): Date {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', timeStyle: 'medium' }).format(now)
  const moved = days === 0 ? now : parisInstant(isoOf(dayOf(parisDay(now)) + days), time)
  return new Date(moved.getTime() + hours * hourMs)
}

function firstAfter(now: Date, days: readonly number[], time: string): Date {
  const instants = days.map(day => parisInstant(isoOf(day), time))
  return instants.find(instant => instant > now) ?? now
}

const route = routesOf('clock')

export const clockRoutes: readonly DeskRoute[] = [
  route('GET /clock', 'readClock', {
    summary: "The bank's clock",
    answer: Clock,
    run: showClock,
  }),
  route('PUT /clock', 'moveClock', {
    summary: 'Move, freeze or reset the clock; lives go on, tokens age, due payments execute',
    body: ClockMove,
    answer: Clock,
    run: (sandbox, { body }) => moveClock(sandbox, body),
  }),
]
