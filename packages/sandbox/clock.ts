import type { DatabaseSync } from 'node:sqlite'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'

/** The bank's clock: real time plus an offset that the desk can change. Signatures are checked by `realNow` (bank:D14). */
export type Clock = {
  now(): Date
  realNow(): Date
  /** Milliseconds by which the bank's time is ahead of real time; survives a restart. A frozen clock stays frozen there. */
  moveTo(offsetMs: number): void
  /** Stops the bank's time, or lets it continue from there; survives a restart. */
  freeze(on: boolean): void
  isFrozen(): boolean
}

/** The clock of a store; its offset is read once, and changes are stored. */
export function openClock(db: DatabaseSync, realNow: () => Date = () => new Date()): Clock {
  let offsetMs = Number(readSetting(db, 'clockOffsetMs') ?? 0)
  let frozenAtMs = readFrozenAt(db)
  const setOffset = (next: number) => {
    offsetMs = next
    writeSetting(db, 'clockOffsetMs', String(next))
  }
  const setFrozen = (next: number | null) => {
    frozenAtMs = next
    writeSetting(db, 'clockFrozenAtMs', next === null ? '' : String(next))
  }
  return {
    now: () => new Date(frozenAtMs ?? realNow().getTime() + offsetMs),
    realNow,
    moveTo(nextOffsetMs) {
      setOffset(nextOffsetMs)
      if (frozenAtMs !== null) setFrozen(realNow().getTime() + nextOffsetMs)
    },
    freeze(on) {
      if (on === (frozenAtMs !== null)) return
      if (frozenAtMs !== null) setOffset(frozenAtMs - realNow().getTime())
      setFrozen(on ? realNow().getTime() + offsetMs : null)
    },
    isFrozen: () => frozenAtMs !== null,
  }
}

function readFrozenAt(db: DatabaseSync): number | null {
  const stored = readSetting(db, 'clockFrozenAtMs')
  return stored === null || stored === '' ? null : Number(stored)
}

const parisParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Calendar day in Europe/Paris, `YYYY-MM-DD` (bank:D31). */
export function parisDay(date: Date): string {
  const quarter = Math.floor(date.getTime() / quarterMs)
  if (lastDay?.quarter === quarter) return lastDay.day
  const day = parisParts.format(date)
  lastDay = { quarter, day }
  return day
}

// Cached, because every call needs the day several times, and no day begins within a quarter of an hour of UTC.
const quarterMs = 900_000
let lastDay: { readonly quarter: number; readonly day: string } | null = null

const parisOffset = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris', timeZoneName: 'longOffset' })

function offsetMinutes(date: Date): number {
  const name = parisOffset.formatToParts(date).find(part => part.type === 'timeZoneName')?.value ?? ''
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** The instant of a wall-clock time in Paris. `day` is `YYYY-MM-DD`, `time` is `HH:MM:SS`. */
export function parisInstant(day: string, time = '00:00:00'): Date {
  const wall = Date.parse(`${day}T${time}Z`)
  // The offset at the wall time itself may be that before a change of clocks, so it is determined twice.
  const guess = wall - offsetMinutes(new Date(wall)) * 60_000
  return new Date(wall - offsetMinutes(new Date(guess)) * 60_000)
}

/** The next midnight in Europe/Paris after `date`, when batch limits start again (bank:D5). */
export function nextParisMidnight(date: Date): Date {
  const today = parisDay(date)
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return parisInstant(tomorrow)
}
