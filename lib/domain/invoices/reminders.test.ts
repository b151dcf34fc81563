import { addDays, daysBetween } from '@guichet/values/calendar/day.ts'
import { expect, test } from 'vitest'
import { dueReminder, remindedDueDays, reminderSteps } from './reminders.ts'

const dueOn = '2026-07-31'
const both = { remindBefore: true, remindAfter: true }
const on = (days: number, sent: readonly number[] = [], wishes = both) =>
  dueReminder({ dueOn, sent }, wishes, addDays(dueOn, days))

test.each([
  ...[-4, 0, 2, 9, 13, 20, 400].map(days => [days, null] as const),
  ...[-3, -2, -1].map(days => [days, -3] as const),
  ...[3, 8].map(days => [days, 3] as const),
  ...[14, 19].map(days => [days, 14] as const),
])('%d days from the due day: %s', (days, step) => expect(on(days)).toBe(step))

test('each is sent once, and only if it is wished for', () => {
  for (const step of reminderSteps) {
    expect(on(step, [step])).toBeNull()
    expect(on(step, [], { remindBefore: step > 0, remindAfter: step < 0 })).toBeNull()
    expect(
      on(
        step,
        reminderSteps.filter(one => one !== step),
      ),
    ).toBe(step)
  }
})

test('every due day that has a reminder is among those looked at', () => {
  const { from, to } = remindedDueDays(dueOn)
  for (let days = -60; days <= 60; days += 1) {
    const due = addDays(dueOn, days)
    if (dueReminder({ dueOn: due, sent: [] }, both, dueOn) !== null) expect(due >= from && due <= to).toBe(true)
  }
  expect(daysBetween(from, to)).toBe(22)
})
