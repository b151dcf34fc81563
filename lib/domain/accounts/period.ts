import { addDays, addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'

export const periods = ['thisMonth', 'lastMonth', 'days90', 'thisYear'] as const
export type Period = (typeof periods)[number]

/** First and last day, both included. */
export type Span = { readonly from: IsoDate; readonly to: IsoDate }

export function spanOf(period: Period, today: IsoDate): Span {
  const first = `${today.slice(0, 7)}-01`
  switch (period) {
    case 'thisMonth':
      return { from: first, to: addDays(addMonths(first, 1, 1), -1) }
    case 'lastMonth':
      return { from: addMonths(first, -1, 1), to: addDays(first, -1) }
    case 'days90':
      return { from: addDays(today, -89), to: today }
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
  }
}
