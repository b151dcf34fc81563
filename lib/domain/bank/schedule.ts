import { dayMs, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { unattendedLimit, unattendedReserve } from './quota.ts'

/**
 * Unattended refreshes: as often per Paris day as document 1 allows less one, at fixed times per connection, 04:00
 * to 23:30 without 20:55 to 21:55 (behaviour rule 6). The clock change lies outside.
 */
export const slotsPerDay = unattendedLimit - unattendedReserve

const minutes = (hour: number, minute: number) => hour * 60 + minute
const opensAt = minutes(4, 0)
const pausesAt = minutes(20, 55)
const resumesAt = minutes(21, 55)
const closesAt = minutes(23, 30)
const usable = pausesAt - opensAt + closesAt - resumesAt

const minuteMs = 60_000
const partMs = Math.floor((usable * minuteMs) / slotsPerDay)

/** 0 to below 1, from the id's last digits: a UUIDv7 starts with the time. */
export function dayFraction(connectionId: string): number {
  const digits = connectionId.replaceAll('-', '').slice(-12)
  const value = Number.parseInt(digits, 16)
  return Number.isNaN(value) ? 0 : value / 2 ** (4 * digits.length)
}

/** At least 6 hours apart. */
export function slotsOf(day: IsoDate, fraction: number): Date[] {
  const offset = Math.min(Math.floor(fraction * partMs), partMs - 1)
  return Array.from({ length: slotsPerDay }, (_, index) => instantAt(day, index * partMs + offset))
}

/** `usedMs`: since the day began, without the evening pause. */
function instantAt(day: IsoDate, usedMs: number): Date {
  const used = Math.floor(usedMs / minuteMs)
  const minute = opensAt + used < pausesAt ? opensAt + used : opensAt + used + resumesAt - pausesAt
  return new Date(parisInstant(day, minute).getTime() + (usedMs % minuteMs))
}

export function nextSlot(connectionId: string, after: Date): Date {
  const fraction = dayFraction(connectionId)
  for (let day = parisDay(after); ; day = nextDay(day)) {
    const slot = slotsOf(day, fraction).find(at => at > after)
    if (slot) return slot
  }
}

const freshMs = 60 * minuteMs
/** Until then nothing is read again without the person. */
export const freshUntil = (readAt: Date) => new Date(readAt.getTime() + freshMs)

export type RefreshOutcome =
  /** Or failed for a reason shown with the account. */
  | { readonly ended: 'finished' }
  /** `inPart`: the rest was read. */
  | { readonly ended: 'our_fault'; readonly inPart: boolean }
  /** Not before `retryAt`. */
  | { readonly ended: 'failed'; readonly retryAt: Date | null }
  /** 429, or our own count. */
  | { readonly ended: 'quota'; readonly until: Date }
  | { readonly ended: 'left' }

/** So that a reloaded page can go on first. */
export const graceMs = 20_000

export function nextRefreshAfter(connectionId: string, outcome: RefreshOutcome, now: Date): Date {
  if (outcome.ended === 'left') return new Date(now.getTime() + graceMs)
  if (outcome.ended === 'quota') return nextSlot(connectionId, later(outcome.until, now))
  if (outcome.ended === 'failed') return nextSlot(connectionId, later(outcome.retryAt ?? now, now))
  return nextSlot(connectionId, freshUntil(now))
}

export const failedBeforeAlarm = 3

/** Consecutive failures through our fault; one by the bank or person leaves the count. */
export function failedReadingsAfter(outcome: RefreshOutcome): 'one_more' | 'none' | 'as_before' {
  if (outcome.ended === 'our_fault') return 'one_more'
  return outcome.ended === 'finished' ? 'none' : 'as_before'
}

function later(left: Date, right: Date): Date {
  return left > right ? left : right
}

function nextDay(day: IsoDate): IsoDate {
  return isoDay(new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * minuteMs))
}

/** Workers poll every few seconds. */
const momentMs = 2 * minuteMs

/** Paris time. */
export function sayWhen(at: Date, now: Date): 'now' | 'today' | 'tomorrow' | 'later' {
  if (at.getTime() - now.getTime() <= momentMs) return 'now'
  const day = parisDay(at)
  if (day === parisDay(now)) return 'today'
  return day === nextDay(parisDay(now)) ? 'tomorrow' : 'later'
}

/** Once a week on the account's own day, in its first refresh: finds late bookings. */
export function readsWhole(accountId: string, lastReadAt: Date | null, now: Date): boolean {
  const today = parisDay(now)
  if (lastReadAt === null || now.getTime() - lastReadAt.getTime() > 7 * dayMs) return true
  const weekday = Math.floor(dayFraction(accountId) * 7)
  return new Date(`${today}T00:00:00Z`).getUTCDay() === weekday && parisDay(lastReadAt) !== today
}
