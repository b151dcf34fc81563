import { daysAround, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { foldText } from '@guichet/values/text/clean.ts'

export type KnownLine = {
  readonly day: IsoDate
  readonly amountMinor: bigint
  /** Folded by `foldLine`. */
  readonly label: string
  readonly reference: string | null
  /** The bank, or a layout of files; lines of one source are told apart by what they say. */
  readonly source?: string
  /** Days that the source covers: a line outside the other's can't be in both. */
  readonly from?: IsoDate
  readonly to?: IsoDate
}

export function foldLine(line: KnownLine): KnownLine {
  return { ...line, label: foldText(line.label) }
}

/** A weekend may lie between both dates. */
const nearDays = 3
const enoughLikeness = 0.5
const farDays = 7

/**
 * For each line the index of its double among the known, or null. First by reference and amount, then by day, amount
 * and label, then between two sources by amount, near dates and similar labels. One to one: of two equal coffees, one
 * known, one is new.
 */
export function findDoubles(given: readonly KnownLine[], known: readonly KnownLine[]): (number | null)[] {
  const lines = areCounted(given, known) ? given.map(line => ({ ...line, reference: null })) : given
  const matching = { doubles: lines.map((): number | null => null), free: new Map(known.entries()) }
  takeExact(lines, matching, ({ reference, amountMinor }) => reference && `${reference} ${amountMinor}`, areFarApart)
  takeExact(
    lines,
    matching,
    ({ day, amountMinor, label }) => `${day} ${amountMinor} ${label}`,
    differUnless(reusedIn(lines, known)),
  )
  takeAlike(lines, matching)
  return matching.doubles
}

/** References that every file of the source begins anew: what most of them meant before was on other days. */
function areCounted(lines: readonly KnownLine[], known: readonly KnownLine[]): boolean {
  const keyOf = ({ source, reference }: KnownLine) => `${source} ${reference}`
  const days = new Map(known.map(line => [keyOf(line), line.day]))
  const again = lines.filter(line => line.reference && days.has(keyOf(line)))
  return again.length > 1 && again.length * 2 >= lines.length && again.every(line => days.get(keyOf(line)) !== line.day)
}

function isSameSource(left: KnownLine, right: KnownLine): boolean {
  return left.source !== undefined && left.source === right.source
}

/** Two references of one source are two transactions. */
function differ(left: KnownLine, right: KnownLine): boolean {
  return isSameSource(left, right) && Boolean(left.reference && right.reference) && left.reference !== right.reference
}

/** That one source gave to two transactions. */
function reusedIn(lines: readonly KnownLine[], known: readonly KnownLine[]): ReadonlySet<string> {
  const keyOf = ({ source, reference }: KnownLine) => (source && reference ? `${source} ${reference}` : '')
  const meant = new Map(known.map(line => [keyOf(line), line.amountMinor]))
  return new Set(
    lines.flatMap(line => {
      const before = meant.get(keyOf(line))
      return before === undefined || before === line.amountMinor ? [] : (line.reference ?? [])
    }),
  )
}

const differUnless = (reused: ReadonlySet<string>) => (left: KnownLine, right: KnownLine) =>
  differ(left, right) && !reused.has(left.reference ?? '') && !reused.has(right.reference ?? '')

/** A program that writes one reference, as of a contract, into every file; OFX has ids, whose day may move. */
function areFarApart(left: KnownLine, right: KnownLine): boolean {
  const isFar = Math.abs(daysBetween(left.day, right.day)) > farDays
  const isMoved = () => left.source === 'ofx' && likeness(left.label, right.label) >= enoughLikeness
  return isSameSource(left, right) && (isFar || !(areWithin(left, right) || isMoved()))
}

function isWithin(day: IsoDate, { from, to }: KnownLine): boolean {
  return (from === undefined || from <= day) && (to === undefined || day <= to)
}

const areWithin = (left: KnownLine, right: KnownLine) => isWithin(left.day, right) && isWithin(right.day, left)

function mayBeOne(left: KnownLine, right: KnownLine): boolean {
  return !isSameSource(left, right) && areWithin(left, right)
}

type Matching = {
  readonly doubles: (number | null)[]
  readonly free: Map<number, KnownLine>
}

function takeExact(
  lines: readonly KnownLine[],
  { doubles, free }: Matching,
  keyOf: (line: KnownLine) => string | null,
  isOther: (line: KnownLine, known: KnownLine) => boolean = () => false,
): void {
  const waiting = Map.groupBy([...free].reverse(), ([, line]) => keyOf(line))
  for (const [at, line] of lines.entries()) {
    const key = doubles[at] === null ? keyOf(line) : null
    const candidates = (key ? waiting.get(key) : undefined) ?? []
    const nearest = candidates.slice(-neighboursLimit)
    const which = nearest.findLastIndex(([, known]) => !isOther(line, known))
    const [found] = which < 0 ? [] : candidates.splice(candidates.length - nearest.length + which, 1)
    if (found === undefined) continue
    doubles[at] = found[0]
    free.delete(found[0])
  }
}

/** Limits comparisons, so that a malicious file can't be slow. */
const neighboursLimit = 50
const comparisonsLimit = 500_000
/** Nearest days first, of two the earlier. */
const neighbourDays = Array.from({ length: nearDays + 1 }, (_, days) => [...new Set([-days, days])]).flat()

function takeAlike(lines: readonly KnownLine[], { doubles, free }: Matching): void {
  const keyOf = (amountMinor: bigint, day: IsoDate) => `${amountMinor} ${day}`
  const waiting = Map.groupBy(free, ([, { amountMinor, day }]) => keyOf(amountMinor, day))
  const compare = likenessOfMany()
  const around = daysAround(neighbourDays)
  const likely: { at: number; index: number; days: number; alike: number }[] = []
  const most = Math.min(neighboursLimit, Math.floor(comparisonsLimit / lines.length))
  for (const [at, line] of lines.entries()) {
    const { amountMinor, day, label } = line
    let left = most
    for (const [which, near] of around(day).entries()) {
      const others = waiting.get(keyOf(amountMinor, near)) ?? []
      for (const [index, other] of others.slice(0, left)) {
        const alike = mayBeOne(line, other) ? compare(label, other.label) : 0
        if (alike >= enoughLikeness) likely.push({ at, index, days: Math.abs(neighbourDays[which] ?? 0), alike })
      }
      left = Math.max(0, left - others.length)
    }
  }
  for (const { at, index } of likely.sort((left, right) => left.days - right.days || right.alike - left.alike)) {
    if (doubles[at] !== null || !free.delete(index)) continue
    doubles[at] = index
  }
}

/** `likeness`, which splits each label once. */
function likenessOfMany(): (left: string, right: string) => number {
  const words = new Map<string, ReadonlySet<string>>()
  const known = (label: string) => {
    const found = words.get(label) ?? wordsOf(label)
    words.set(label, found)
    return found
  }
  return (left, right) => shareOf(known(left), known(right))
}

/** Share of common words in two folded labels, 0 to 1; 1 if one of them has no words. @internal */
export function likeness(left: string, right: string): number {
  return shareOf(wordsOf(left), wordsOf(right))
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 1
  const common = [...one].filter(word => other.has(word)).length
  return common / Math.min(one.size, other.size)
}

/** Words of letters only, because every program prints dates, counters and references differently. */
function wordsOf(label: string): Set<string> {
  return new Set(label.split(/[^a-z]+/).filter(word => word.length > 2))
}
