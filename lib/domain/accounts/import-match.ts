import type { IsoDate } from '#lib/domain/calendar/day.ts'
import { daysBetween } from '#lib/domain/calendar/day.ts'

/** Which lines of a file are here already. */

export type KnownLine = {
  readonly day: IsoDate
  readonly amountMinor: bigint
  /** Folded. */
  readonly label: string
  readonly reference: string | null
}

/** A statement's date and the bank's may differ over a weekend. */
const nearDays = 3
const enoughLikeness = 0.5

/**
 * For each line the index of the known one it duplicates; null if it is new. Matches first by equal reference and
 * amount, then by equal amount, dates at most three days apart and similar labels, nearest first. Each known line
 * matches one line only: of two equal coffees, one of which is known, one is new. Of equally good known lines the first
 * matches.
 */
export function findDoubles(lines: readonly KnownLine[], known: readonly KnownLine[]): (number | null)[] {
  const doubles = lines.map((): number | null => null)
  const free = new Set(known.keys())
  takeExact(lines, known, { doubles, free }, ({ reference, amountMinor }) => reference && `${reference} ${amountMinor}`)
  takeExact(lines, known, { doubles, free }, ({ day, amountMinor, label }) => `${day} ${amountMinor} ${label}`)
  takeAlike(lines, known, { doubles, free })
  return doubles
}

type Matching = { readonly doubles: (number | null)[]; readonly free: Set<number> }

/** Matches lines with equal keys one to one. A line without a key is skipped. */
function takeExact(
  lines: readonly KnownLine[],
  known: readonly KnownLine[],
  { doubles, free }: Matching,
  keyOf: (line: KnownLine) => string | null,
): void {
  const waiting = new Map<string, number[]>()
  for (const index of [...free].reverse()) {
    const key = known[index] && keyOf(known[index])
    const same = key && waiting.get(key)
    if (same) same.push(index)
    else if (key) waiting.set(key, [index])
  }
  for (const [at, line] of lines.entries()) {
    const index = doubles[at] === null ? waiting.get(keyOf(line) ?? '')?.pop() : undefined
    if (index === undefined) continue
    doubles[at] = index
    free.delete(index)
  }
}

/** Candidates with the same amount within a week are limited, so that a malicious file can't be slow. */
const neighboursLimit = 50

function takeAlike(lines: readonly KnownLine[], known: readonly KnownLine[], { doubles, free }: Matching): void {
  const byAmount = new Map<bigint, number[]>()
  for (const index of free) {
    const amount = known[index]?.amountMinor ?? 0n
    const same = byAmount.get(amount)
    if (same) same.push(index)
    else byAmount.set(amount, [index])
  }
  const byDay = ([...one]: readonly number[]) => one.sort((left, right) => compareDays(known[left], known[right]))
  const sorted = new Map([...byAmount].map(([amount, indexes]) => [amount, byDay(indexes)] as const))
  const candidates = [...lines.entries()].flatMap(([at, line]) => {
    if (doubles[at] !== null) return []
    const near = nearestOf(sorted.get(line.amountMinor) ?? [], line, known)
    return near.flatMap(index => candidateOf(at, line, index, known[index]))
  })
  candidates.sort(
    (left, right) =>
      left.days - right.days || right.alike - left.alike || left.at - right.at || left.index - right.index,
  )
  for (const { at, index } of candidates) {
    if (doubles[at] !== null || !free.has(index)) continue
    doubles[at] = index
    free.delete(index)
  }
}

function compareDays(left: KnownLine | undefined, right: KnownLine | undefined): number {
  const [one, other] = [left?.day ?? '', right?.day ?? '']
  return Number(one > other) - Number(one < other)
}

/** Of indexes sorted by day, those at most three days before a line, limited in number. */
function nearestOf(indexes: readonly number[], line: KnownLine, known: readonly KnownLine[]): readonly number[] {
  let [low, high] = [0, indexes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = known[indexes[middle] ?? -1]
    if (other && daysBetween(other.day, line.day) > nearDays) low = middle + 1
    else high = middle
  }
  return indexes.slice(low, low + neighboursLimit)
}

function candidateOf(at: number, line: KnownLine, index: number, other: KnownLine | undefined) {
  if (!other) return []
  const days = Math.abs(daysBetween(line.day, other.day))
  if (days > nearDays) return []
  const alike = likeness(line.label, other.label)
  return alike >= enoughLikeness ? [{ at, index, days, alike }] : []
}

/** Share of common words in two folded labels, 0 to 1; 1 if one of them has no words. */
export function likeness(left: string, right: string): number {
  const [one, other] = [wordsOf(left), wordsOf(right)]
  if (one.size === 0 || other.size === 0) return 1
  const common = [...one].filter(word => other.has(word)).length
  return common / Math.min(one.size, other.size)
}

/** Words of letters only, because every program prints dates, counters and references differently. */
function wordsOf(label: string): Set<string> {
  return new Set(label.split(/[^a-z]+/).filter(word => word.length > 2))
}
