import type { IsoDate } from '#lib/domain/calendar/day.ts'
import { parisDay, parisInstant } from '#lib/domain/calendar/paris.ts'
import { unattendedLimit, unattendedReserve } from './quota.ts'

/**
 * When a connection is read without the person: as often a Paris day as the limits of document 1 allow with one call in
 * reserve, at the same times of the clock every day, other times for every connection. A day of ours begins at 04:00, when
 * the night's bookings are in, and ends at 23:30; from 20:55 to 21:55 nothing is planned, for the value-date balance is
 * missing from 21:00 to 21:50 (§ AIS behaviour rule 6). All of it lies outside the hour that the change of clocks skips or
 * repeats, so days of 23 and 25 hours have the same slots.
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
 * A fraction of the day for a connection, from 0 to below 1, spread evenly over random ids and constant: the last
 * digits of its id (a UUIDv7 begins with the time, so that neighbours would come in crowds).
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

/** Counted in usable time since the opening: the pause takes none of it. */
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

/** A slot sooner than this after a reading would bring nothing new. */
const freshMs = 60 * minuteMs

export type RefreshOutcome =
  /** Everything was read, or failed for a reason that stands beside an account. */
  | { readonly ended: 'finished' }
  /** Something of it failed on our side; `inPart`: it stands beside an account, and the rest was read. */
  | { readonly ended: 'our_fault'; readonly inPart: boolean }
  /** The bank did not answer, or refused the whole of it; not before `retryAt` where it said so. */
  | { readonly ended: 'failed'; readonly retryAt: Date | null }
  /** The day's calls are used (429, or our own count). */
  | { readonly ended: 'quota'; readonly until: Date }
  /** The person left, with accounts still to be read. */
  | { readonly ended: 'left' }

/** What a person left is taken up by a worker after this long, so that a reloaded page may come first. */
export const graceMs = 20_000

/** When a connection is to be read next, after a refresh has ended so. */
export function nextRefreshAfter(connectionId: string, outcome: RefreshOutcome, now: Date): Date {
  if (outcome.ended === 'left') return new Date(now.getTime() + graceMs)
  if (outcome.ended === 'quota') return nextSlot(connectionId, later(outcome.until, now))
  if (outcome.ended === 'failed') return nextSlot(connectionId, later(outcome.retryAt ?? now, now))
  return nextSlot(connectionId, new Date(now.getTime() + freshMs))
}

/** So many readings of a connection in a row fail on our side before operators are told. */
export const failedBeforeAlarm = 3

/**
 * What the end of a reading does to the count of those that failed on our side: a failure of ours adds one, a finished reading
 * clears it. One that the bank or the person ended says nothing about us, and leaves it as it is.
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

/** Workers look every few seconds, and a reading begun elsewhere is waited for this long: nobody need see a time for it. */
const momentMs = 2 * minuteMs

/** How a person says when a reading is due: in a moment, today, tomorrow (on the clocks of Paris), or a date. */
export function sayWhen(at: Date, now: Date): 'now' | 'today' | 'tomorrow' | 'later' {
  if (at.getTime() - now.getTime() <= momentMs) return 'now'
  const day = parisDay(at)
  if (day === parisDay(now)) return 'today'
  return day === nextDay(parisDay(now)) ? 'tomorrow' : 'later'
}

const dayMs = 24 * 60 * minuteMs

/**
 * Whether a reading by schedule asks an account for everything the bank has, and not from the newest lines on: once a week,
 * on the account's own day, with the first reading of it. What a bank books with a date of weeks ago is found then.
 */
export function readsWhole(accountId: string, lastReadAt: Date | null, now: Date): boolean {
  const today = parisDay(now)
  if (lastReadAt === null || now.getTime() - lastReadAt.getTime() > 7 * dayMs) return true
  const weekday = Math.floor(dayFraction(accountId) * 7)
  return new Date(`${today}T00:00:00Z`).getUTCDay() === weekday && parisDay(lastReadAt) !== today
}
