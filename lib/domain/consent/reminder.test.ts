import { describe, expect, test } from 'vitest'
import { authorisationEndsAt, daysLeft } from './connection.ts'
import { dueReminder, firstReminderAt, nextReminderAt, reminderDays } from './reminder.ts'

const day = 86_400_000
const authorisedAt = new Date('2026-05-25T07:12:00Z')
const end = authorisationEndsAt(authorisedAt)
const daysBefore = (days: number) => new Date(end.getTime() - days * day)

describe('standingReminder', () => {
  test.each([
    [180, null],
    [30.001, null],
    [30, 30],
    [14.5, 30],
    [14, 14],
    [10, 14],
    [7, 7],
    [1.5, 7],
    [1, 1],
    [0.01, 1],
    [0, null],
    [-5, null],
  ] as const)('%s days before the end it is %s', (days, reminder) => {
    expect(dueReminder(end, daysBefore(days))).toBe(reminder)
  })
})

describe('nextReminderAt', () => {
  test('goes through every reminder and the end, each once', () => {
    const said: (number | null)[] = []
    let at: Date | null = firstReminderAt(end)
    while (at !== null) {
      said.push(dueReminder(end, at))
      at = nextReminderAt(end, at)
    }
    expect(said).toEqual([...reminderDays, null])
  })

  test('is always in the future, never skips a reminder, and stops at the end of the authorisation', () => {
    for (let hours = 181 * 24; hours > 0; hours -= 5) {
      const now = daysBefore(hours / 24)
      const next = nextReminderAt(end, now)
      expect(next && next > now).toBe(true)
      const skipped = reminderDays.filter(days => daysBefore(days) > now && next && daysBefore(days) < next)
      expect(skipped).toEqual([])
    }
    expect(nextReminderAt(end, end)).toBeNull()
    expect(nextReminderAt(end, daysBefore(-1))).toBeNull()
  })

  test('the first is sent when pages begin to ask for renewal', () => {
    expect(daysLeft(end, firstReminderAt(end))).toBe(30)
  })
})
