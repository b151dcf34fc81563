import { chanceOf } from './chance.ts'
import { bankDayFrom, calendarOf, type Day, dayAt } from './days.ts'
import { isLevy } from './habits.ts'
import type { Happening, Life } from './happening.ts'
import { operations } from './operations.ts'

/** A life on one account. It is determined by seed, key and day, so it can be generated again at any time. */
export type Living = {
  readonly seed: string
  /** Stable id of the account. */
  readonly key: string
  readonly life: Life
  /** The first day with operations. */
  readonly from: Day
}

export type LivedEntry = Happening & {
  readonly happensOn: Day
  readonly bookedOn: Day
  readonly valueOn: Day
}

export type UpcomingEntry = LivedEntry & { readonly status: 'PDNG' | 'FUTR' | 'INFO' }

/** The longest time before an operation is booked, over weekends and holidays. */
const longestWaitDays = 7
/** § AIS behaviour rule 9 */
const levyNoticeDays = 15
/** A card invoice is announced for less than a month. */
const longestNoticeDays = 31
/** How long a refused operation is shown. */
const discardedShownDays = 30

/**
 * Entries booked from `first` to `last`, both included, in order. Pure: the same seed, account and days give the same entries.
 */
export function entriesBetween(living: Living, first: Day, last: Day): LivedEntry[] {
  const entries: LivedEntry[] = []
  for (let day = first - longestWaitDays; day <= last; day++) {
    for (const happening of happeningsOn(living, day)) {
      if (happening.discarded) continue
      const entry = toEntry(happening, day)
      if (entry.bookedOn >= first && entry.bookedOn <= last) entries.push(entry)
    }
  }
  // Sorting is stable: within a booking day the operations keep their order.
  return entries.sort((left, right) => left.bookedOn - right.bookedOn)
}

/**
 * Entries visible at the end of `today` that are not booked (§ AIS behaviour rules 9 and 10): card payments (PDNG), direct debits
 * of the next 15 days and closed card invoices (FUTR), refused operations (INFO).
 */
export function upcomingAt(living: Living, today: Day): UpcomingEntry[] {
  const upcoming: UpcomingEntry[] = []
  for (let day = today - discardedShownDays; day <= today + longestNoticeDays; day++) {
    for (const happening of happeningsOn(living, day)) {
      const entry = toEntry(happening, day)
      const status = statusAt(entry, today)
      if (status) upcoming.push({ ...entry, status })
    }
  }
  return upcoming
}

function statusAt(entry: LivedEntry, today: Day): UpcomingEntry['status'] | null {
  if (entry.discarded) return entry.happensOn <= today ? 'INFO' : null
  if (entry.bookedOn <= today) return null
  if (isLevy(entry.operation)) return entry.bookedOn <= today + levyNoticeDays ? 'FUTR' : null
  if (entry.announcedFrom !== undefined) return entry.announcedFrom <= today ? 'FUTR' : null
  if (entry.happensOn > today) return null
  return operations[entry.operation].booking === 'next_bank_day' ? 'PDNG' : null
}

function toEntry(happening: Happening, day: Day): LivedEntry {
  const bookedOn = bookingDayOf(happening, day)
  // The value date of cheques paid in is one bank day later.
  const valueOn = happening.operation === 'chequesDeposited' ? bankDayFrom(bookedOn + 1) : bookedOn
  return { ...happening, happensOn: day, bookedOn, valueOn: happening.drawnOn ?? valueOn }
}

function bookingDayOf(happening: Happening, day: Day): Day {
  switch (operations[happening.operation].booking) {
    case 'same_day':
      return day
    case 'bank_day':
      return bankDayFrom(day)
    case 'next_bank_day':
      return bankDayFrom(day + 1)
  }
}

/** All operations of a day, including those that balance a month. */
function happeningsOn(living: Living, day: Day): Happening[] {
  if (day < living.from) return []
  const { levelling } = living.life
  const happenings = habitualOn(living, day)
  if (!levelling || calendarOf(day).date !== levelling.dateOfMonth) return happenings
  const level = levelMonthBefore(living, levelling, day)
  return level ? [...happenings, level] : happenings
}

/** The habits' operations of a day, whether or not the life has started. */
export function habitualOn({ seed, key, life }: Omit<Living, 'from'>, day: Day): Happening[] {
  return Object.entries(life.habits).flatMap(([name, habit]) => habit(day, chanceOf(seed, key, name, day), seed))
}

function levelMonthBefore(living: Living, levelling: NonNullable<Life['levelling']>, day: Day): Happening | null {
  const left = sumOfMonthBefore(living, day)
  const half = left < 0n ? -levelling.stepMinor / 2n : levelling.stepMinor / 2n
  const steps = (left + half) / levelling.stepMinor
  if (steps === 0n) return null
  const chance = chanceOf(living.seed, living.key, 'levelling', day)
  return steps > 0n
    ? levelling.put(steps * levelling.stepMinor, day, chance)
    : levelling.take(-steps * levelling.stepMinor, day, chance)
}

// By the day of the operation, not of its booking: a payment of the 31st belongs to that month.
function sumOfMonthBefore(living: Living, day: Day): bigint {
  const { year, month } = calendarOf(day)
  let sum = 0n
  // Operations before the life's start were never on the account, so they are not balanced.
  for (let at = Math.max(living.from, dayAt(year, month - 1, 1)); at < dayAt(year, month, 1); at++) {
    for (const happening of habitualOn(living, at)) if (!happening.discarded) sum += happening.amountMinor
  }
  return sum
}
