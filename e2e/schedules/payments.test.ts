import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBanks } from '#lib/banks.ts'
import { closeDb } from '#lib/db.ts'
import { schedules } from './arbitrary.ts'
import { type Action, openStage, playSchedule } from './payment-schedule.ts'

/** The short form; `npm run soak -- schedules` plays ten thousand. */
beforeAll(async () => {
  await openStage()
})
afterAll(async () => {
  await closeBanks()
  await closeDb()
})

const pay: Action[] = [{ do: 'start' }, { do: 'approve', which: 0 }, { do: 'arrive', which: 0, times: 1 }]

describe('the stage itself', () => {
  test('undisturbed, an order is executed', async () => {
    const outcome = await playSchedule({ execution: 'now', actions: pay })
    expect(outcome).toEqual({ status: 'executed', attempts: ['executed'], executed: 1, violations: [] })
  })

  test('it sees a transfer that was executed twice', async () => {
    const twice: Action[] = [...pay, { do: 'execute' }]
    const outcome = await playSchedule({ execution: 'later', actions: twice })
    expect(outcome).toMatchObject({ status: 'executed', executed: 1, violations: [] })
  })
})

test('whatever happens, no payment is lost, doubled or shown wrongly (T9)', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async schedule => {
      const { violations } = await playSchedule(schedule)
      expect(violations).toEqual([])
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
