/** Calendar date `YYYY-MM-DD`, no time zone. */
export type IsoDate = string

/** Days from one calendar date to another. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
