import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBanks } from '#lib/banks.ts'
import { closeDb } from '#lib/db.ts'
import { schedules } from './arbitrary.ts'
import { type Action, openStage, playSchedule } from './order-life.ts'

/** The short form; `npm run soak -- schedules` plays ten thousand. */
beforeAll(async () => {
  await openStage()
})
afterAll(async () => {
  await closeBanks()
  await closeDb()
})

const pay: Action[] = [
  { do: 'start', bank: 0 },
  { do: 'approve', which: 0 },
  { do: 'arrive', which: 0, times: 1 },
]

describe('the simulation itself', () => {
  test('without faults, an order is executed', async () => {
    const outcome = await playSchedule({ execution: 'now', isDeferred: false, isShort: false, actions: pay })
    expect(outcome).toEqual({ status: 'executed', attempts: ['executed'], executed: 1, violations: [] })
  })

  test('a deferred order is cancelled by its PSU before its day', async () => {
    const cancelled: Action[] = [...pay, { do: 'cancel' }, { do: 'agree_to_cancel', which: 0 }]
    const outcome = await playSchedule({ execution: 'now', isDeferred: true, isShort: false, actions: cancelled })
    expect(outcome).toEqual({ status: 'cancelled', attempts: ['cancelled'], executed: 0, violations: [] })
  })

  test('a payment shown with another amount is held and never confirmed', async () => {
    const odd: Action[] = [...pay.slice(0, 2), { do: 'distort' }, ...pay.slice(2)]
    const outcome = await playSchedule({ execution: 'now', isDeferred: false, isShort: false, actions: odd })
    expect(outcome).toEqual({ status: 'held', attempts: ['held'], executed: 0, violations: [] })
  })

  test.each([
    ['denied_after', { status: 'executed', attempts: ['executed'], executed: 1, violations: [] }],
    [404, { status: 'held', attempts: ['held'], executed: 0, violations: [] }],
  ] as const)('a confirmation that the bank denies knowing (%s) is not paid a second time', async (fault, end) => {
    const again: Action[] = [{ do: 'fault', on: 'confirm', fault }, ...pay, ...pay]
    expect(await playSchedule({ execution: 'now', isDeferred: false, isShort: false, actions: again })).toEqual(end)
  })

  test('approved without coming back, then paid at another bank: the late callback moves nothing', async () => {
    const elsewhere: Action[] = [
      { do: 'start', bank: 0 },
      { do: 'approve', which: 0 },
      { do: 'wait', seconds: 30 },
      { do: 'tick' },
      { do: 'wait', seconds: 1_300 },
      { do: 'tick' },
      { do: 'start', bank: 1 },
      { do: 'approve', which: 1 },
      { do: 'together', actions: [0, 1].map((which): Action => ({ do: 'arrive', which, times: 2 })) },
    ]
    const outcome = await playSchedule({ execution: 'now', isDeferred: false, isShort: true, actions: elsewhere })
    expect(outcome).toEqual({ status: 'executed', attempts: ['abandoned', 'executed'], executed: 1, violations: [] })
  })

  test('refused at one bank, paid at another', async () => {
    const second: Action[] = [
      { do: 'start', bank: 0 },
      { do: 'refuse', which: 0 },
      { do: 'arrive', which: 0, times: 1 },
      { do: 'start', bank: 1 },
      { do: 'approve', which: 1 },
      { do: 'arrive', which: 1, times: 2 },
    ]
    const outcome = await playSchedule({ execution: 'now', isDeferred: false, isShort: false, actions: second })
    expect(outcome).toEqual({ status: 'executed', attempts: ['rejected', 'executed'], executed: 1, violations: [] })
  })

  test('withdrawn or expired while the payer is at the bank: one ending is reported to merchants', async () => {
    const [leave, agree, back] = pay.filter(one => one !== undefined)
    if (!leave || !agree || !back) throw new Error('nobody pays')
    const withdrawn: Action[] = [leave, agree, { do: 'withdraw' }, back]
    const late: Action[] = [leave, { do: 'wait', seconds: 1_500 }, { do: 'tick' }, agree, back]
    expect(
      await playSchedule({ execution: 'now', isDeferred: false, isShort: false, actions: withdrawn }),
    ).toMatchObject({ status: 'cancelled', attempts: ['expired'], violations: [] })
    expect(await playSchedule({ execution: 'now', isDeferred: false, isShort: true, actions: late })).toMatchObject({
      status: 'executed',
      violations: [],
    })
  })

  test('a process that dies while it fetches our token affects no other', async () => {
    const both: Action[] = [
      { do: 'fault', on: 'token', fault: 'die_before' },
      { do: 'together', actions: Array.from({ length: 4 }, (): Action => ({ do: 'start', bank: 0 })) },
    ]
    const outcome = await playSchedule({ execution: 'now', isDeferred: false, isShort: false, actions: both })
    // Three reach the bank; at the end none of their payers has returned.
    expect(outcome).toMatchObject({
      attempts: [expect.anything(), expect.anything(), expect.anything()],
      violations: [],
    })
  })

  test('detects a transfer that was executed twice', async () => {
    const twice: Action[] = [...pay, { do: 'execute' }]
    const outcome = await playSchedule({ execution: 'later', isDeferred: false, isShort: false, actions: twice })
    expect(outcome).toMatchObject({ status: 'executed', executed: 1, violations: [] })
  })
})

test('whatever happens, no payment is lost, doubled or shown wrongly (T9)', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async schedule => {
      const { violations } = await playSchedule(schedule)
      expect(violations).toEqual([])
    }),
    { numRuns: 40, endOnFailure: true },
  )
})
