import { chanceOf } from './chance.ts'
import { bankDayFrom, calendarOf, type Day, dayAt } from './days.ts'
import { operations } from './operations.ts'
import { type EntryPlan, isLevy, type Life } from './schedules.ts'

/** A life on one account. It is determined by seed, key and day, so it can be generated again at any time. */
export type Living = {
  readonly seed: string
  /** Stable id of the account. */
  readonly key: string
  readonly life: Life
  /** The first day with operations. */
  readonly from: Day
}

export type LivedEntry = EntryPlan & {
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
    for (const plan of plannedOn(living, day)) {
      if (plan.discarded) continue
      const entry = toEntry(plan, day)
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
    for (const plan of plannedOn(living, day)) {
      const entry = toEntry(plan, day)
      const status = statusAt(entry, today)
      if (status) upcoming.push({ ...entry, status })
    }
  }
  return upcoming
}

export function statusAt(entry: LivedEntry, today: Day): UpcomingEntry['status'] | null {
  if (entry.discarded) return entry.happensOn <= today ? 'INFO' : null
  if (entry.bookedOn <= today) return null
  if (isLevy(entry.operation)) return entry.bookedOn <= today + levyNoticeDays ? 'FUTR' : null
  if (entry.announcedFrom !== undefined) return entry.announcedFrom <= today ? 'FUTR' : null
  if (entry.happensOn > today) return null
  return operations[entry.operation].booking === 'next_bank_day' ? 'PDNG' : null
}

function toEntry(plan: EntryPlan, day: Day): LivedEntry {
  const bookedOn = bookingDayOf(plan, day)
  // The value date of cheques paid in is one bank day later.
  const valueOn = plan.operation === 'chequesDeposited' ? bankDayFrom(bookedOn + 1) : bookedOn
  return { ...plan, happensOn: day, bookedOn, valueOn: plan.drawnOn ?? valueOn }
}

function bookingDayOf(plan: EntryPlan, day: Day): Day {
  switch (operations[plan.operation].booking) {
    case 'same_day':
      return day
    case 'bank_day':
      return bankDayFrom(day)
    case 'next_bank_day':
      return bankDayFrom(day + 1)
  }
}

/** All operations of a day, including those that balance a month. */
function plannedOn(living: Living, day: Day): EntryPlan[] {
  if (day < living.from) return []
  const { balancing } = living.life
  const planned = scheduledOn(living, day)
  if (!balancing || calendarOf(day).date !== balancing.dateOfMonth) return planned
  const level = levelMonthBefore(living, balancing, day)
  return level ? [...planned, level] : planned
}

/** The schedules' operations of a day, whether or not the life has started. */
export function scheduledOn({ seed, key, life }: Omit<Living, 'from'>, day: Day): EntryPlan[] {
  return Object.entries(life.schedules).flatMap(([name, schedule]) =>
    schedule(day, chanceOf(seed, key, name, day), seed),
  )
}

function levelMonthBefore(living: Living, balancing: NonNullable<Life['balancing']>, day: Day): EntryPlan | null {
  const left = sumOfMonthBefore(living, day)
  const half = left < 0n ? -balancing.stepMinor / 2n : balancing.stepMinor / 2n
  const steps = (left + half) / balancing.stepMinor
  if (steps === 0n) return null
  const chance = chanceOf(living.seed, living.key, 'levelling', day)
  return steps > 0n
    ? balancing.put(steps * balancing.stepMinor, day, chance)
    : balancing.take(-steps * balancing.stepMinor, day, chance)
}

// By the day of the operation, not of its booking: a payment of the 31st belongs to that month.
function sumOfMonthBefore(living: Living, day: Day): bigint {
  const { year, month } = calendarOf(day)
  let sum = 0n
  // Operations before the life's start were never on the account, so they are not balanced.
  for (let at = Math.max(living.from, dayAt(year, month - 1, 1)); at < dayAt(year, month, 1); at++) {
    for (const plan of scheduledOn(living, at)) if (!plan.discarded) sum += plan.amountMinor
  }
  return sum
}
