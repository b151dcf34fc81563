import type { DatabaseSync } from 'node:sqlite'
import { prepared, preparedExact } from './open.ts'
import { integer, json, minor, nullable, type RowOf, table, text, word } from './table.ts'

export type EntryStatus = 'BOOK' | 'PDNG' | 'FUTR' | 'INFO'

/**
 * Entries of accounts and slips of cards. `position` orders the entries of an account: day since 1970 × 100,000 + slot of that
 * day. Booked entries have slots below 90,000, the others above, so that one index serves order, filters and paging. Lives fill
 * each part from its start; payments and the desk start at 50,000 and 95,000.
 */
const columns = {
  accountId: { ...text, more: 'REFERENCES accounts (id)' },
  position: integer,
  status: word<EntryStatus>('BOOK', 'PDNG', 'FUTR', 'INFO'),
  /** Origin: the account's life, a payment or the control desk. A life only replaces its own. */
  source: word<'life' | 'payment' | 'desk'>(),
  /** Name of an operation of `packages/sandbox/people/operations.ts`. */
  operation: text,
  /** Signed, in minor units of the account's currency. */
  amountMinor: minor,
  valueOn: text,
  happenedOn: text,
  /** For a card slip: the day of its debit from the backing account. */
  drawnOn: nullable(text),
  lines: json<readonly string[]>(),
  endToEndId: nullable(text),
}
const entries = table('entries', columns, {
  rest: `CREATE UNIQUE INDEX IF NOT EXISTS entries_order ON entries (account_id, position);
  CREATE INDEX IF NOT EXISTS entries_value ON entries (account_id, value_on, status, position, amount_minor);
  CREATE INDEX IF NOT EXISTS entries_drawn ON entries (account_id, drawn_on, status, amount_minor)
    WHERE drawn_on IS NOT NULL;

  CREATE TABLE IF NOT EXISTS booked_sums (
    account_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    amount_minor INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER IF NOT EXISTS entries_booked AFTER INSERT ON entries WHEN new.status = 'BOOK' BEGIN
    INSERT INTO booked_sums VALUES (new.account_id, new.position / 100000, 1, new.amount_minor)
    ON CONFLICT DO UPDATE SET entries = entries + 1, amount_minor = amount_minor + excluded.amount_minor;
  END;
  CREATE TRIGGER IF NOT EXISTS entries_unbooked AFTER DELETE ON entries WHEN old.status = 'BOOK' BEGIN
    UPDATE booked_sums SET entries = entries - 1, amount_minor = amount_minor - old.amount_minor
    WHERE account_id = old.account_id AND day = old.position / 100000;
  END;
  CREATE TRIGGER IF NOT EXISTS entries_fixed BEFORE UPDATE ON entries BEGIN
    SELECT RAISE(ABORT, 'entries are written and deleted, never changed');
  END;
  -- For a store that had entries before it had sums.
  INSERT INTO booked_sums
    SELECT account_id, position / 100000, count(*), sum(amount_minor) FROM entries
    WHERE status = 'BOOK' AND NOT EXISTS (SELECT 1 FROM booked_sums) GROUP BY 1, 2;`,
})
export const { schema } = entries
export type Entry = RowOf<typeof entries>

const slotsPerDay = 100_000
const firstUnbookedSlot = 90_000
const firstPaymentSlot = 50_000
const msPerDay = 86_400_000

/** First position of a day (`YYYY-MM-DD`), up to the first of the next. */
export function positionOfDay(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) / msPerDay) * slotsPerDay
}

/** The day of a position: when the entry was booked, or is expected to be. */
export function dayOfPosition(position: number): string {
  const day = Math.floor(position / slotsPerDay)
  const known = dayNames.get(day)
  if (known !== undefined) return known
  const name = new Date(day * msPerDay).toISOString().slice(0, 10)
  if (dayNames.size >= 4_096) dayNames.clear()
  dayNames.set(day, name)
  return name
}

// Cached, because a page of 100 rows has only a few days.
const dayNames = new Map<number, string>()

/** The position of a life's entry: its day, and its slot among the booked or the other entries of that day. */
export function positionOf(day: string, slot: number, status: EntryStatus): number {
  return positionOfDay(day) + slot + (status === 'BOOK' ? 0 : firstUnbookedSlot)
}

/** The reference of a booked entry (`entryReference`): its day and slot, so that it grows with every booking. */
export function referenceOf(position: number): string {
  const day = dayOfPosition(position)
  const slot = String(position % slotsPerDay).padStart(5, '0')
  return day.slice(0, 4) + day.slice(5, 7) + day.slice(8) + slot
}

/** The position in a reference, whether or not there is an entry; null for an invalid one. */
export function positionOfReference(reference: string): number | null {
  const [, year, month, date, slot] = /^(\d{4})(\d{2})(\d{2})(\d{5})$/.exec(reference) ?? []
  const position = positionOfDay(`${year}-${month}-${date}`) + Number(slot)
  // 31 November would be read as 1 December, so the result is compared with the reference.
  return Number.isSafeInteger(position) && referenceOf(position) === reference ? position : null
}

/** The next free position for an entry of a payment or the desk on a day. */
export function nextPaymentPosition(db: DatabaseSync, accountId: string, day: string): number {
  const start = positionOfDay(day)
  const row = prepared(
    db,
    'SELECT max(position) AS last FROM entries WHERE account_id = ? AND position >= ? AND position < ?',
  ).get(accountId, start + firstPaymentSlot, start + firstUnbookedSlot)
  return row?.last == null ? start + firstPaymentSlot : Number(row.last) + 1
}

/** Adds an entry. Throws if its position is taken. */
export function addEntry(db: DatabaseSync, entry: Entry): void {
  entries.insert(db, entry)
}

/** Deletes a life's predicted entries, which are made again each day. */
export function forgetForetold(db: DatabaseSync, accountId: string): void {
  prepared(db, "DELETE FROM entries WHERE account_id = ? AND source = 'life' AND status <> 'BOOK'").run(accountId)
}

/** A range of an account's entries: positions from `from` (inclusive) to `to` (exclusive). */
export type Stretch = {
  readonly accountId: string
  readonly from: number
  readonly to: number
  /** Only entries with a reference, that is booked ones. */
  readonly bookedOnly: boolean
  /** Booked entries only before this position: lives may be ahead after the bank's clock was moved back. */
  readonly bookedUntil: number
}

const isUnbooked = `position % ${slotsPerDay} >= ${firstUnbookedSlot}`
const inStretch = `account_id = ? AND position >= ? AND position < ? AND (? = 0 OR NOT ${isUnbooked})
  AND (position < ? OR ${isUnbooked})`

const boundsOf = ({ accountId, from, to, bookedOnly, bookedUntil }: Stretch) =>
  [accountId, from, to, bookedOnly ? 1 : 0, bookedUntil] as const

/** Number of entries in a range, for its pages (bank:D19). */
export function countEntries(db: DatabaseSync, stretch: Stretch): number {
  const row = prepared(db, `SELECT count(*) AS entries FROM entries WHERE ${inStretch}`).get(...boundsOf(stretch))
  return Number(row?.entries ?? 0)
}

/** Entries of a range, newest first, starting at `offset`; all if there is no limit. */
export function listEntries(
  db: DatabaseSync,
  stretch: Stretch,
  slice: { offset: number; limit: number | null },
): Entry[] {
  const rest = `WHERE ${inStretch} ORDER BY position DESC LIMIT ? OFFSET ?`
  return entries.list(db, rest, ...boundsOf(stretch), slice.limit ?? -1, slice.offset)
}

/** An entry for a page; amount and lines as text, because nothing is computed with them. */
export type ListedEntry = Pick<Entry, 'position' | 'status' | 'operation' | 'valueOn' | 'happenedOn' | 'endToEndId'> & {
  /** Signed, in minor units. */
  readonly amount: string
  /** The lines as JSON: an array of strings. */
  readonly linesJson: string
}

const listedColumns =
  'position, status, operation, CAST(amount_minor AS TEXT), value_on, happened_on, end_to_end_id, lines'
type ListedRow = [number, EntryStatus, string, string, string, string, string | null, string]

/** A page of a range, newest first, with little work per row; all if there is no limit. */
export function pageEntries(
  db: DatabaseSync,
  stretch: Stretch,
  slice: { offset: number; limit: number | null },
): ListedEntry[] {
  const statement = prepared(
    db,
    `SELECT ${listedColumns} FROM entries WHERE ${inStretch} ORDER BY position DESC LIMIT ? OFFSET ?`,
  )
  statement.setReturnArrays(true)
  const rows: unknown = statement.all(...boundsOf(stretch), slice.limit ?? -1, slice.offset)
  return (rows as ListedRow[]).map(
    ([position, status, operation, amount, valueOn, happenedOn, endToEndId, linesJson]) => ({
      position,
      status,
      operation,
      amount,
      valueOn,
      happenedOn,
      endToEndId,
      linesJson,
    }),
  )
}

export type BookedSums = { readonly bookedMinor: bigint; readonly valuedMinor: bigint }

/**
 * Sums of what is booked until `day` included, and of the part with a value date until then. The store updates sums per day as
 * entries are added and removed, so that a balance costs the same with 20,000 entries as with 200.
 */
export function sumBooked(db: DatabaseSync, accountId: string, day: string): BookedSums {
  const row = preparedExact(
    db,
    `SELECT coalesce(sum(amount_minor), 0) AS booked FROM booked_sums WHERE account_id = ? AND day <= ?`,
  ).get(accountId, positionOfDay(day) / slotsPerDay)
  const bookedMinor = minorOf(row?.booked)
  return { bookedMinor, valuedMinor: bookedMinor - sumValuedLater(db, accountId, day) }
}

function sumValuedLater(db: DatabaseSync, accountId: string, day: string): bigint {
  const row = preparedExact(
    db,
    `SELECT coalesce(sum(amount_minor), 0) AS later FROM entries
     WHERE account_id = ? AND value_on > ? AND status = 'BOOK' AND position < ?`,
  ).get(accountId, day, positionOfDay(day) + slotsPerDay)
  return minorOf(row?.later)
}

/** Sum of the operations until `day` that are not booked yet. */
export function sumPending(db: DatabaseSync, accountId: string, day: string): bigint {
  const row = preparedExact(
    db,
    `SELECT coalesce(sum(amount_minor), 0) AS pending FROM entries
     WHERE account_id = ? AND position >= ? AND status = 'PDNG' AND happened_on <= ?`,
  ).get(accountId, positionOfDay(day), day)
  return minorOf(row?.pending)
}

export type Outstanding = { readonly drawnOn: string; readonly amountMinor: bigint }

/**
 * A card's slips booked or made until `today`, summed by the day of their debit, from `from` on, in order. Slips stored beyond
 * `today` by a clock that was ahead don't count.
 */
export function outstandingsFrom(db: DatabaseSync, cardId: string, from: string, today: string): Outstanding[] {
  return preparedExact(
    db,
    `SELECT drawn_on, sum(amount_minor) AS amount FROM entries
     WHERE account_id = ? AND drawn_on >= ?
       AND (status = 'BOOK' AND position < ? OR status = 'PDNG' AND happened_on <= ?)
     GROUP BY drawn_on ORDER BY drawn_on`,
  )
    .all(cardId, from, positionOfDay(today) + slotsPerDay, today)
    .map(row => ({ drawnOn: String(row.drawn_on), amountMinor: minorOf(row.amount) }))
}

/** The day of the last slip booked on a card until `day`; null if there is none. */
export function lastSlipOn(db: DatabaseSync, cardId: string, day: string): string | null {
  const row = prepared(
    db,
    `SELECT max(position) AS position FROM entries WHERE account_id = ? AND position < ? AND status = 'BOOK'`,
  ).get(cardId, positionOfDay(day) + slotsPerDay)
  return row?.position == null ? null : dayOfPosition(Number(row.position))
}

const minorOf = (value: unknown): bigint => (typeof value === 'bigint' ? value : BigInt(String(value ?? 0)))
