import fc from 'fast-check'
import type { Action, Fault, Schedule } from './order-life.ts'

/** Random schedules: likely to end in a payment, and varied enough to find faults. */

const which = fc.nat({ max: 3 })
const fault: fc.Arbitrary<Fault> = fc.constantFrom<Fault[]>(
  'lost_before',
  'lost_after',
  'die_before',
  'die_after',
  500,
  503,
  408,
)

const single: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Action>({ do: 'start', bank: 0 }, { do: 'start', bank: 1 }) },
  { weight: 5, arbitrary: which.map((at): Action => ({ do: 'approve', which: at })) },
  { weight: 1, arbitrary: which.map((at): Action => ({ do: 'refuse', which: at })) },
  {
    weight: 6,
    arbitrary: fc
      .record({ which, times: fc.integer({ min: 1, max: 3 }) })
      .map((how): Action => ({ do: 'arrive', ...how })),
  },
  { weight: 1, arbitrary: which.map((at): Action => ({ do: 'forge', which: at })) },
  { weight: 1, arbitrary: which.map((at): Action => ({ do: 'arrive_bare', which: at })) },
  { weight: 4, arbitrary: fc.constant<Action>({ do: 'tick' }) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 5, 30, 70, 300, 1_000, 2_400, 90_000)
      .map((seconds): Action => ({ do: 'wait', seconds })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Fault[]>(404, 'denied_after')
      .map((denial): Action => ({ do: 'fault', on: 'confirm', fault: denial })),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({ on: fc.constantFrom('token', 'trade', 'create', 'read', 'confirm', 'cancel'), fault })
      .map((how): Action => ({ do: 'fault', ...how })),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'withdraw' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'execute' }) },
  { weight: 2, arbitrary: fc.constant<Action>({ do: 'cancel' }) },
  { weight: 2, arbitrary: which.map((at): Action => ({ do: 'agree_to_cancel', which: at })) },
  { weight: 1, arbitrary: which.map((at): Action => ({ do: 'keep', which: at })) },
)

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.array(single, { minLength: 2, maxLength: 4 }).map((actions): Action => ({ do: 'together', actions })),
  },
)

/** Rarely: a bank that shows another amount than requested, from some moment on. */
const distortion = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Action[]>([]) },
  { weight: 1, arbitrary: fc.constant<Action[]>([{ do: 'distort' }]) },
)

const some = (maxLength: number) => fc.array(action, { maxLength })

/** A determined payer: leaves, approves, returns, with everything else in between. */
const determined = fc
  .tuple(some(3), some(3), some(3), distortion, fc.integer({ min: 1, max: 3 }), some(6))
  .map(([first, atBank, onTheWay, odd, times, last]): Action[] => [
    { do: 'start', bank: 0 },
    ...first,
    { do: 'approve', which: 0 },
    ...atBank,
    ...odd,
    { do: 'arrive', which: 0, times },
    ...onTheWay,
    ...last,
  ])

/** Anybody does anything. */
const wild = fc
  .tuple(some(4), some(10), distortion, some(8))
  .map(([before, after, odd, last]): Action[] => [...before, { do: 'start', bank: 0 }, ...after, ...odd, ...last])

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  execution: fc.constantFrom('now', 'now', 'later', 'reject'),
  isShort: fc.boolean(),
  isDeferred: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  actions: fc.oneof(determined, wild),
})
