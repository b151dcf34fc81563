import { chanceOf } from './chance.ts'
import { bankDayFrom, calendarOf, type Day, dayAt } from './days.ts'
import { isLevy } from './habits.ts'
import type { Happening, Life } from './happening.ts'
import { operations } from './operations.ts'

/** A life on one account. What happens is decided by seed, key and day, so it can be told again at any time. */
export type Living = {
  readonly seed: string
  /** Stable name of the account. */
  readonly key: string
  readonly life: Life
  /** The first day on which anything happens. */
  readonly from: Day
}

export type LivedEntry = Happening & {
  readonly happensOn: Day
  readonly bookedOn: Day
  readonly valueOn: Day
}

export type UpcomingEntry = LivedEntry & { readonly status: 'PDNG' | 'FUTR' | 'INFO' }

/** Weekends and holidays in a row never keep an operation longer than this from being booked. */
const longestWaitDays = 7
/** § AIS behaviour rule 9 */
const levyNoticeDays = 15
/** A card invoice is announced for less than a month. */
const longestNoticeDays = 31
/** How long a refused operation stays in sight. */
const discardedShownDays = 30

/** Entries booked from `first` to `last`, both included, day by day in their order. Pure: the same seed, account and
 * days give the same entries. */
export function entriesBetween(living: Living, first: Day, last: Day): LivedEntry[] {
  const entries: LivedEntry[] = []
  for (let day = first - longestWaitDays; day <= last; day++) {
    for (const happening of happeningsOn(living, day)) {
      if (happening.discarded) continue
      const entry = toEntry(happening, day)
      if (entry.bookedOn >= first && entry.bookedOn <= last) entries.push(entry)
    }
  }
  // Sorting is stable: within a booking day the order of happening stays.
  return entries.sort((left, right) => left.bookedOn - right.bookedOn)
}

/**
 * What is seen of the account at the end of `today` without being booked (§ AIS behaviour rules 9 and 10): card payments
 * on their way (PDNG), direct debits of the next 15 days and finished card invoices (FUTR), refused operations (INFO).
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
  // Cheques paid in count for interest one bank day later.
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

/** Everything that happens on a day, levelling included. */
function happeningsOn(living: Living, day: Day): Happening[] {
  if (day < living.from) return []
  const { levelling } = living.life
  const happenings = habitualOn(living, day)
  if (!levelling || calendarOf(day).date !== levelling.dateOfMonth) return happenings
  const level = levelMonthBefore(living, levelling, day)
  return level ? [...happenings, level] : happenings
}

/** What the habits do on a day, whether or not the life has begun. */
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

// By the days things happen, not the days they are booked: a payment of the 31st belongs to the month it was made in.
function sumOfMonthBefore(living: Living, day: Day): bigint {
  const { year, month } = calendarOf(day)
  let sum = 0n
  // What lies before the life began was never on the account, so there is nothing of it to even out.
  for (let at = Math.max(living.from, dayAt(year, month - 1, 1)); at < dayAt(year, month, 1); at++) {
    for (const happening of habitualOn(living, at)) if (!happening.discarded) sum += happening.amountMinor
  }
  return sum
}
