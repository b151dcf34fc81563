import type { IsoDate } from '@guichet/values/calendar/day.ts'

/** What a bank's booked transaction is, whatever reference it has today. */
export type BookedContent = {
  readonly key: string
  readonly day: IsoDate
  readonly amountMinor: bigint
  readonly currency: string
  readonly label: string
  readonly resourceId: string | null
}

function contentKey({ day, amountMinor, currency, label }: Omit<BookedContent, 'key' | 'resourceId'>): string {
  return JSON.stringify([day, amountMinor.toString(), currency, label])
}

/**
 * For each that the bank no longer gives the key that it has now: same day, amount and text, else same resource and amount, for a text may
 * be completed later. One to one; without an entry it was taken back.
 */
export function findRenumbered(
  gone: readonly BookedContent[],
  given: readonly BookedContent[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const taken = new Set<string>()
  const resourceKey = ({ resourceId, amountMinor, currency }: BookedContent) =>
    resourceId === null ? null : `${resourceId} ${amountMinor} ${currency}`
  for (const keyOf of [contentKey, resourceKey]) {
    const waiting = Map.groupBy(
      given.filter(({ key }) => !taken.has(key)),
      keyOf,
    )
    for (const line of gone) {
      const content = keyOf(line)
      const now = found.has(line.key) || content === null ? undefined : waiting.get(content)?.shift()
      if (now === undefined) continue
      found.set(line.key, now.key)
      taken.add(now.key)
    }
  }
  return found
}

export type AbsentLine = BookedContent & {
  /** From the last complete reading of its day too. */
  readonly missing: boolean
}

export type Absence = {
  /** By their old keys. */
  readonly renumbered: ReadonlyMap<string, string>
  readonly missing: readonly string[]
  readonly takenBack: readonly string[]
}

/**
 * What became of lines that a complete reading lacks: given under a new key, or, missing a second time in a row, taken back, for a list
 * may shift while it is read. Days before `since` may be given in part. `fresh`: first given now.
 */
export function judgeAbsent(absent: readonly AbsentLine[], fresh: readonly BookedContent[], since: IsoDate): Absence {
  const renumbered = findRenumbered(absent, fresh)
  const rest = absent.filter(({ key, day }) => day >= since && !renumbered.has(key))
  const keysOf = (was: boolean) => rest.flatMap(({ key, missing }) => (missing === was ? [key] : []))
  return { renumbered, missing: keysOf(false), takenBack: keysOf(true) }
}
