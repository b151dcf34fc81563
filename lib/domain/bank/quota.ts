import type { IsoDate } from '#lib/domain/accounts/reading.ts'

/**
 * Calls without the person (§ AIS Limits): four per calendar day, per resource and access page. The day is Europe/Paris
 * (D31). Uses are counted when a call is sent, never when it is answered.
 */

export const unattendedLimit = 4

/** One of the four is never planned: it is there for the repetition of a call whose answer was lost. */
export const unattendedReserve = 1

const parisDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const parisTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Calendar day in Paris of an instant. */
export function parisDay(at: Date): IsoDate {
  return parisDate.format(at)
}

/** Minutes since midnight on the clocks of Paris. */
export function parisMinute(at: Date): number {
  const [hour = '0', minute = '0'] = parisTime.format(at).split(':')
  return Number(hour) * 60 + Number(minute)
}

/**
 * The instant of a time on the clocks of Paris, in minutes since midnight. A time that the change of clocks skips is the
 * one an hour later; of one that it repeats, the first.
 */
export function parisInstant(day: IsoDate, minute: number): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  // Paris is two hours before UTC in summer and one in winter: the right one of both shows that time there.
  const summer = new Date(asUtc - 2 * 3_600_000)
  return parisDay(summer) === isoDay(asUtc) && parisMinute(summer) === minuteOf(asUtc)
    ? summer
    : new Date(asUtc - 3_600_000)
}

const isoDay = (asUtc: number): IsoDate => new Date(asUtc).toISOString().slice(0, 10)
const minuteOf = (asUtc: number) => Math.floor(asUtc / 60_000) % 1_440

/** The instant at which the next Paris day begins, also on the days of 23 and 25 hours. */
export function nextParisMidnight(at: Date): Date {
  const [year = 0, month = 0, day = 0] = parisDay(at).split('-').map(Number)
  const midnightUtc = Date.UTC(year, month - 1, day + 1)
  // Paris is one or two hours before UTC; the earlier instant of the two that already lies in the new day.
  const [summer, winter] = [new Date(midnightUtc - 2 * 3_600_000), new Date(midnightUtc - 3_600_000)]
  return parisDay(summer) === parisDay(at) ? winter : summer
}

export type UnattendedCall =
  | { readonly operation: 'accounts' | 'identity'; readonly page: number }
  | { readonly operation: 'balances'; readonly resourceId: string }
  | {
      readonly operation: 'transactions' | 'owners' | 'overdrafts'
      readonly resourceId: string
      readonly page: number
    }

/** Name under which uses are counted: `accounts#1`, `balances:RID`, `transactions:RID#2`. The day and the person stand beside it. */
export function quotaResource(call: UnattendedCall): string {
  const name = 'resourceId' in call ? `${call.operation}:${call.resourceId}` : call.operation
  return 'page' in call ? `${name}#${call.page}` : name
}

/**
 * How many calls of one resource may be sent in a day without the person: a first try leaves the reserve; the repetition
 * of a call that was sent and not answered may use it.
 */
export function unattendedMost({ repetition }: { readonly repetition: boolean }): number {
  return repetition ? unattendedLimit : unattendedLimit - unattendedReserve
}

/** What a page shows of today's calls without the person: of the resource that was used most. */
export type QuotaShown = {
  readonly used: number
  readonly limit: number
  /** Planned calls that are left today; the reserve is not one of them. None while the bank asked for a pause. */
  readonly left: number
  /** The bank said that it is enough (429, TMRQ): until then it is not asked without the person. */
  readonly pausedUntil: Date | null
}

type Use = { readonly used: number; readonly pausedUntil: Date | null }

/** Sums up the uses of some resources today. A pause that is over is none. */
export function sumUpQuota(uses: readonly Use[], now: Date): QuotaShown {
  const used = Math.min(unattendedLimit, Math.max(0, ...uses.map(use => use.used)))
  const pauses = uses.flatMap(({ pausedUntil }) => (pausedUntil !== null && pausedUntil > now ? [pausedUntil] : []))
  const pausedUntil = pauses.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
  const left = pausedUntil === null ? Math.max(0, unattendedMost({ repetition: false }) - used) : 0
  return { used, limit: unattendedLimit, left, pausedUntil }
}
