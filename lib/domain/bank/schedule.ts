import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { unattendedLimit, unattendedReserve } from './quota.ts'

/**
 * When a connection is refreshed unattended: as often per Paris day as document 1 allows with one call in reserve, at
 * the same times every day, different for each connection. Our day begins at 04:00, when the night's bookings are done,
 * and ends at 23:30; from 20:55 to 21:55 nothing is planned, because the value-date balance is missing from 21:00 to
 * 21:50 (§ AIS behaviour rule 6). The hour of the clock change is outside, so days of 23 and 25 hours have the same
 * slots.
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

/**
 * A constant fraction of the day for a connection, from 0 to below 1, evenly distributed: from the last digits of its
 * id (a UUIDv7 starts with the time, so neighbours would cluster).
 */
export function dayFraction(connectionId: string): number {
  const digits = connectionId.replaceAll('-', '').slice(-12)
  const value = Number.parseInt(digits, 16)
  return Number.isNaN(value) ? 0 : value / 2 ** (4 * digits.length)
}

/** The slots of one Paris day, in order, at least 6 hours apart. `fraction` is from 0 to below 1. */
export function slotsOf(day: IsoDate, fraction: number): Date[] {
  const offset = Math.min(Math.floor(fraction * partMs), partMs - 1)
  return Array.from({ length: slotsPerDay }, (_, index) => instantAt(day, index * partMs + offset))
}

/** `usedMs`: planned time since the day began, without the evening pause. */
function instantAt(day: IsoDate, usedMs: number): Date {
  const used = Math.floor(usedMs / minuteMs)
  const minute = opensAt + used < pausesAt ? opensAt + used : opensAt + used + resumesAt - pausesAt
  return new Date(parisInstant(day, minute).getTime() + (usedMs % minuteMs))
}

/** The first slot of a connection after an instant. */
export function nextSlot(connectionId: string, after: Date): Date {
  const fraction = dayFraction(connectionId)
  for (let day = parisDay(after); ; day = nextDay(day)) {
    const slot = slotsOf(day, fraction).find(at => at > after)
    if (slot) return slot
  }
}

/** A slot sooner than this after a refresh would bring nothing new. */
const freshMs = 60 * minuteMs

export type RefreshOutcome =
  /** Everything was read, or failed for a reason shown with the account. */
  | { readonly ended: 'finished' }
  /** Something failed on our side; `inPart`: it is shown with the account, and the rest was read. */
  | { readonly ended: 'our_fault'; readonly inPart: boolean }
  /** The bank did not answer, or refused everything; not before `retryAt` if it said so. */
  | { readonly ended: 'failed'; readonly retryAt: Date | null }
  /** The day's calls are used up (429, or our own count). */
  | { readonly ended: 'quota'; readonly until: Date }
  /** The person left before all accounts were read. */
  | { readonly ended: 'left' }

/** A worker continues an abandoned refresh after this time, so that a reloaded page can do so first. */
export const graceMs = 20_000

/** When a connection is refreshed next, depending on how the last refresh ended. */
export function nextRefreshAfter(connectionId: string, outcome: RefreshOutcome, now: Date): Date {
  if (outcome.ended === 'left') return new Date(now.getTime() + graceMs)
  if (outcome.ended === 'quota') return nextSlot(connectionId, later(outcome.until, now))
  if (outcome.ended === 'failed') return nextSlot(connectionId, later(outcome.retryAt ?? now, now))
  return nextSlot(connectionId, new Date(now.getTime() + freshMs))
}

/** Refreshes of a connection that fail in a row through our fault before operators are alerted. */
export const failedBeforeAlarm = 3

/**
 * Updates the count of consecutive failures through our fault: such a failure adds one, a finished refresh resets it.
 * One ended by the bank or the person says nothing about us and leaves it unchanged.
 */
export function failedReadingsAfter(outcome: RefreshOutcome): 'one_more' | 'none' | 'as_before' {
  if (outcome.ended === 'our_fault') return 'one_more'
  return outcome.ended === 'finished' ? 'none' : 'as_before'
}

function later(left: Date, right: Date): Date {
  return left > right ? left : right
}

function nextDay(day: IsoDate): IsoDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * minuteMs).toISOString().slice(0, 10)
}

/** Workers poll every few seconds and wait this long for a refresh elsewhere: no exact time need be shown. */
const momentMs = 2 * minuteMs

/** When the next refresh is due, for display: in a moment, today, tomorrow (Paris time), or a date. */
export function sayWhen(at: Date, now: Date): 'now' | 'today' | 'tomorrow' | 'later' {
  if (at.getTime() - now.getTime() <= momentMs) return 'now'
  const day = parisDay(at)
  if (day === parisDay(now)) return 'today'
  return day === nextDay(parisDay(now)) ? 'tomorrow' : 'later'
}

const dayMs = 24 * 60 * minuteMs

/**
 * Whether a scheduled refresh reads an account from the beginning rather than from the newest transactions: once a
 * week, on the account's own day, in its first refresh. This finds transactions booked with a date of weeks ago.
 */
export function readsWhole(accountId: string, lastReadAt: Date | null, now: Date): boolean {
  const today = parisDay(now)
  if (lastReadAt === null || now.getTime() - lastReadAt.getTime() > 7 * dayMs) return true
  const weekday = Math.floor(dayFraction(accountId) * 7)
  return new Date(`${today}T00:00:00Z`).getUTCDay() === weekday && parisDay(lastReadAt) !== today
}
