import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'

/** Days from the due day on which a customer is reminded of what is not paid. */
export const reminderSteps = [-3, 3, 14] as const
export type ReminderStep = (typeof reminderSteps)[number]

/** One that could not be sent in time is not sent at all. */
const graceDays = 5

export type ReminderWishes = { readonly remindBefore: boolean; readonly remindAfter: boolean }

/** The step whose day has come, and has not been over for long; null: none, or it was sent. */
export function dueReminder(
  { dueOn, sent }: { readonly dueOn: IsoDate; readonly sent: readonly number[] },
  { remindBefore, remindAfter }: ReminderWishes,
  today: IsoDate,
): ReminderStep | null {
  const step = reminderSteps.findLast(days => {
    const day = addDays(dueOn, days)
    const last = days < 0 ? addDays(dueOn, -1) : addDays(day, graceDays)
    return today >= day && today <= last
  })
  if (step === undefined || sent.includes(step)) return null
  return (step < 0 ? remindBefore : remindAfter) ? step : null
}

/** Due days that a reminder may be for. */
export function remindedDueDays(today: IsoDate): { readonly from: IsoDate; readonly to: IsoDate } {
  return { from: addDays(today, -14 - graceDays), to: addDays(today, 3) }
}
