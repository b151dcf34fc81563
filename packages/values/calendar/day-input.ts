import { addDays, addMonths, type IsoDate } from './day.ts'

/** A day is `YYYY-MM-DD`, a month `YYYY-MM`. */

/** `31/12/2026`, also with dots, dashes, spaces or a two-digit year of this century, or `2026-12-31`; else null. */
export function readDayInput(text: string): IsoDate | null {
  const [year, month, day] = partsOf(text)
  return dayOf(year, month, day)
}

/** `31/06/2026`: a day of other months. */
export function isBeyondMonth(text: string): boolean {
  const [year, month, day] = partsOf(text)
  return readDayInput(text) === null && dayOf(year, month, '1') !== null && Number(day) >= 29 && Number(day) <= 31
}

function partsOf(text: string): (string | undefined)[] {
  const bare = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(bare)
  if (iso) return iso.slice(1)
  return /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4}|\d{2})$/.exec(bare)?.slice(1).reverse() ?? []
}

function dayOf(year = '', month = '', day = ''): IsoDate | null {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null
}

/** `31/12/2026` in both languages; any other text unchanged. */
export function writeDay(text: string): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return found ? `${found[3]}/${found[2]}/${found[1]}` : text
}

/** Monday first; null for days of other months. */
export function weeksOfMonth(day: IsoDate): (IsoDate | null)[][] {
  const first: IsoDate = `${day.slice(0, 7)}-01`
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: count }, (_, at) => addDays(first, at)),
  ]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => cells[week * 7 + at] ?? null),
  )
}
