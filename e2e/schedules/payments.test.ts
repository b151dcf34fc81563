import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBanks } from '#lib/banks.ts'
import { closeDb } from '#lib/db.ts'
import { schedules } from './arbitrary.ts'
import { type Action, openStage, playSchedule, type Schedule } from './order-life.ts'

/** `npm run soak -- schedules` plays ten thousand, from SOAK_SEED. */
const { SOAK_SCHEDULES, SOAK_SEED } = process.env
const random = {
  numRuns: Number(SOAK_SCHEDULES ?? 8),
  ...(SOAK_SEED === undefined ? {} : { seed: Number(SOAK_SEED) }),
}

beforeAll(async () => {
  await openStage()
})
afterAll(async () => {
  await closeBanks()
  await closeDb()
})

const play = (actions: readonly Action[], more: Partial<Schedule> = {}) =>
  playSchedule({ execution: 'now', isDeferred: false, isShort: false, actions, ...more })
const start = (bank: 0 | 1 = 0): Action => ({ do: 'start', bank })
const approve = (which = 0): Action => ({ do: 'approve', which })
const arrive = (which = 0, times = 1): Action => ({ do: 'arrive', which, times })
const wait = (seconds: number): readonly Action[] => [{ do: 'wait', seconds }, { do: 'tick' }]
const pay = [start(), approve(), arrive()]
/** The end of an order, without violations. */
const end = (status: string, ...attempts: readonly string[]) => ({
  status,
  attempts,
  executed: attempts.filter(one => one === 'executed').length,
  violations: [],
})

describe('the simulation itself', () => {
  test('without faults, an order is executed', async () => {
    expect(await play(pay)).toEqual(end('executed', 'executed'))
  })

  test('a deferred order is cancelled by its PSU before its day', async () => {
    const cancelled: Action[] = [...pay, { do: 'cancel' }, { do: 'agree_to_cancel', which: 0 }]
    expect(await play(cancelled, { isDeferred: true })).toEqual(end('cancelled', 'cancelled'))
  })

  test('a payment shown with another amount is held and never confirmed', async () => {
    expect(await play([start(), approve(), { do: 'distort' }, arrive()])).toEqual(end('held', 'held'))
  })

  test.each([
    ['denied_after', end('executed', 'executed')],
    [404, end('held', 'held')],
  ] as const)('a confirmation that the bank denies knowing (%s) is not paid a second time', async (fault, ending) => {
    expect(await play([{ do: 'fault', on: 'confirm', fault }, ...pay, ...pay])).toEqual(ending)
  })

  test('approved without coming back, then paid at another bank: the late callback moves nothing', async () => {
    const together: Action = { do: 'together', actions: [arrive(0, 2), arrive(1, 2)] }
    const elsewhere = [start(), approve(), ...wait(30), ...wait(1_300), start(1), approve(1), together]
    expect(await play(elsewhere, { isShort: true })).toEqual(end('executed', 'abandoned', 'executed'))
  })

  test('refused at one bank, paid at another', async () => {
    const refused: Action[] = [start(), { do: 'refuse', which: 0 }, arrive()]
    const outcome = await play([...refused, start(1), approve(1), arrive(1, 2)])
    expect(outcome).toEqual(end('executed', 'rejected', 'executed'))
  })

  test('withdrawn or expired while the payer is at the bank: one ending is reported to merchants', async () => {
    expect(await play([start(), approve(), { do: 'withdraw' }, arrive()])).toMatchObject({
      status: 'cancelled',
      attempts: ['expired'],
      violations: [],
    })
    const late = [start(), ...wait(1_500), approve(), arrive()]
    expect(await play(late, { isShort: true })).toMatchObject({ status: 'executed', violations: [] })
  })

  test('a process that dies while it fetches our token affects no other', async () => {
    const together: Action = { do: 'together', actions: Array.from({ length: 4 }, () => start()) }
    // Three reach the bank; at the end none of their payers has returned.
    expect(await play([{ do: 'fault', on: 'token', fault: 'die_before' }, together])).toMatchObject({
      attempts: [expect.anything(), expect.anything(), expect.anything()],
      violations: [],
    })
  })

  test('detects a transfer that was executed twice', async () => {
    const outcome = await play([...pay, { do: 'execute' }], { execution: 'later' })
    expect(outcome).toMatchObject({ status: 'executed', executed: 1, violations: [] })
  })
})

test('whatever happens, no payment is lost, doubled or shown wrongly (T9)', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async schedule => {
      const { violations } = await playSchedule(schedule)
      expect(violations).toEqual([])
    }),
    { ...random, endOnFailure: true },
  )
})
