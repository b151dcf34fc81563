import { yieldToEventLoop } from '@guichet/stet/event-loop.ts'
import type { BankTransaction } from '@guichet/stet/terms/account-data.ts'
import { addDays, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { db, jsonText, Prisma, sqlName, type Tx } from '#lib/db.ts'
import { historyDays } from '#lib/domain/accounts/coverage.ts'
import { isBooked } from '#lib/domain/accounts/open-line.ts'
import type { BookedContent } from '#lib/domain/accounts/renumbered.ts'
import {
  cleanRemittance,
  dayOf,
  type GivenKeys,
  type KeyedLine,
  keyLines,
  keysOfReference,
  labelOf,
  meaningOf,
  searchTextOf,
  whichOf,
} from '#lib/domain/accounts/transaction.ts'
import { storeFiled } from './categorise.ts'

/**
 * Booked ones are upserted by the bank's reference, others replaced as a snapshot. Each statement checks that they
 * may still be read.
 */

export type TransactionOwner = { readonly userId: string; readonly accountId: string }

/** What a person chose or wrote; `category` null: not by them. */
type Chosen = Pick<Prisma.TransactionGetPayload<object>, 'category' | 'note' | 'tags' | 'parts' | 'leftOut'>
export type Choice = BookedContent & Chosen

/** Of one reading: the keys given so far, and what was chosen for the lines that it overwrote. */
export type Gathered = {
  readonly given: GivenKeys
  readonly choices: Choice[]
  unfiled: boolean
  /** Since when the bank was asked; null: all that it gives. */
  readonly dateFrom: IsoDate | null
  /** Of the booked ones given; null: none. */
  firstDay: IsoDate | null
}

/** Stored, of the days that were read, and not given, or given again. */
export type AbsentRow = ContentRow & { readonly missing: boolean; readonly given: boolean }

/** Booked with a reference: stored at once; keys for the rest come at the end. */
export function splitByReference(lines: readonly BankTransaction[]) {
  const isSettled = (line: BankTransaction) => isBooked(line) && Boolean(line.entryReference)
  return { settled: lines.filter(isSettled), open: lines.filter(line => !isSettled(line)) }
}

/** Returns how many were new or changed. */
export async function storeBooked(
  tx: Tx,
  owner: TransactionOwner,
  lines: readonly BankTransaction[],
  readOn: IsoDate,
  gathered?: Gathered,
): Promise<number> {
  if (lines.length === 0) return 0
  const { rows } = await findChanged(tx, owner, lines, readOn, gathered)
  if (rows.length === 0) return 0
  if (gathered) gathered.unfiled = true
  return tx.$executeRaw`WITH permitted AS (${lockedAccount(owner)}) ${insertLines(await toJson(rows))}`
}

/** Only then the caller waits. */
const waitingLines = 2_000
/** While more are fetched. */
const storedAtOnce = 500
/** Converted before yielding. */
const linesAtOnce = 200
const filedAtOnce = 100

/**
 * One statement at a time with all that accumulated. `write` waits if too many wait, `flush` until stored; `finish`
 * returns the rest, for the last statement. A failure is thrown by the next call.
 */
export function createTransactionWriter(owner: TransactionOwner, readOn: IsoDate, gathered?: Gathered) {
  let waiting: BankTransaction[] = []
  let storing: Promise<void> | null = null
  let failure: { readonly error: unknown } | null = null
  const drain = async () => {
    try {
      while (waiting.length > 0) await storeBooked(db(), owner, waiting.splice(0, storedAtOnce), readOn, gathered)
    } catch (error) {
      failure = { error }
      waiting = []
    } finally {
      storing = null
    }
  }
  const drainWaiting = () => {
    const lines = waiting
    waiting = []
    return lines
  }
  const settle = async () => {
    await storing
    if (failure !== null) throw failure.error
  }
  const store = () => {
    if (waiting.length > 0) storing ??= drain()
  }
  return {
    write: async (lines: readonly BankTransaction[]): Promise<void> => {
      if (failure !== null) throw failure.error
      waiting.push(...lines)
      store()
      if (waiting.length > waitingLines) await settle()
    },
    flush: async (): Promise<void> => {
      store()
      await settle()
    },
    finish: async (lastLines: readonly BankTransaction[]): Promise<readonly BankTransaction[]> => {
      const lines = [...drainWaiting(), ...lastLines]
      await settle()
      return lines
    },
  }
}

/**
 * With the booked ones that come along, in one statement. `permitted`: a CTE with id and userId of the locked
 * account, so that the refresh's state is stored too or not at all. Returns what a reading lacks.
 */
export async function replaceOpen(
  owner: TransactionOwner,
  lines: readonly BankTransaction[],
  readOn: IsoDate,
  permitted: Prisma.Sql = lockedAccount(owner),
  gathered?: Gathered,
): Promise<readonly AbsentRow[]> {
  const { keys, rows, allNew } = await findChanged(db(), owner, lines, readOn, gathered)
  const given = [...(gathered?.given.keys() ?? [])]
  const first = gathered?.firstDay ? (gathered.dateFrom ?? gathered.firstDay) : null
  const store = async (tx: Tx, written: readonly object[]) => tx.$queryRaw<AbsentRow[]>`
    WITH permitted AS (${permitted}), stored AS (${insertLines(await toJson(written))}), replaced AS (
      DELETE FROM "Transaction" AS old USING permitted
      WHERE old."accountId" = permitted."id" AND old."userId" = permitted."userId" AND NOT old."booked"
        AND old."key" <> ALL(${keys}::text[])
    )
    SELECT ${contentColumns}, "missing", "key" = ANY(${given}::text[]) AS "given" FROM "Transaction"
    WHERE ${ownLines(owner)} AND "day" >= ${first}::date
      AND ("missing" OR "key" <> ALL(${given}::text[]))`
  if (!gathered) return store(db(), rows)
  const isFew = rows.length > 0 && allNew && rows.length <= filedAtOnce
  // A filing that fails is done later.
  const filed = isFew ? await storeFiled(owner, rows, store).catch(() => null) : null
  const absent = filed ?? (await store(db(), rows))
  if (absent.length > 0 || (filed === null && rows.length > 0)) gathered.unfiled = true
  return absent
}

/** Of the bank. */
export function ownLines({ userId, accountId }: TransactionOwner): Prisma.Sql {
  return Prisma.sql`"userId" = ${userId}::uuid AND "accountId" = ${accountId}::uuid AND "booked" AND "importId" IS NULL`
}

/** If its transactions may be stored. */
function lockedAccount({ userId, accountId }: TransactionOwner): Prisma.Sql {
  return Prisma.sql`
    SELECT "id", "userId" FROM "Account"
    WHERE "id" = ${accountId}::uuid AND "userId" = ${userId}::uuid AND "mayTransactions" FOR SHARE`
}

/** Numerically if numbers. */
export function highestReference(references: Iterable<string | null>): string | null {
  let highest: string | null = null
  for (const reference of references) {
    if (reference !== null && (highest === null || isHigher(reference, highest))) highest = reference
  }
  return highest
}

function isHigher(left: string, right: string): boolean {
  const numbers = /^\d{1,40}$/
  return numbers.test(left) && numbers.test(right) ? BigInt(left) > BigInt(right) : left > right
}

/** Nearly all are stored as given: comparing here costs less than sending. */
async function findChanged(
  tx: Tx,
  owner: TransactionOwner,
  lines: readonly BankTransaction[],
  readOn: IsoDate,
  gathered?: Gathered,
) {
  const { keyed, stored } = await keyByStored(tx, owner, lines, readOn, gathered)
  const overwritten: string[] = []
  const rows: ReturnType<typeof toColumns>[] = []
  for (const [at, entry] of keyed.entries()) {
    if (at % linesAtOnce === linesAtOnce - 1) await yieldToEventLoop()
    const row = toColumns(entry, readOn)
    const before = stored.get(entry.key)?.told
    if (before === toTold(row)) continue
    if (before !== undefined) overwritten.push(entry.key)
    rows.push(row)
  }
  if (gathered && overwritten.length > 0) await noteChoices(tx, owner, overwritten, gathered.choices)
  return { keys: keyed.map(({ key }) => key), rows, allNew: overwritten.length === 0 }
}

export async function keyByStored(
  tx: Tx,
  owner: TransactionOwner,
  lines: readonly BankTransaction[],
  readOn: IsoDate,
  { given, dateFrom }: Pick<Gathered, 'given' | 'dateFrom'> = { given: new Map(), dateFrom: null },
) {
  const { settled, open } = splitByReference(lines)
  const opened = keyLines(open, hashOf, given)
  const since = dateFrom ?? addDays(readOn, 1 - historyDays)
  const references = settled.flatMap(({ entryReference }) => entryReference ?? [])
  const stored = await readStored(tx, owner, [...references, ...opened.map(({ key }) => key)], since)
  const others = settled.flatMap(line => {
    const reference = line.entryReference ?? ''
    const row = stored.get(reference)
    const isOther = row && (row.which !== whichOf(line) || row.meaning !== meaningOf({ ...line, ...line.amount }))
    const isUsed = given.has(reference) || isOther || line.nth !== undefined
    return isUsed ? keysOfReference(line, hashOf).keys : []
  })
  if (others.length > 0) for (const [key, row] of await readStored(tx, owner, others, since)) stored.set(key, row)
  return { keyed: [...keyLines(settled, hashOf, given, stored), ...opened], stored }
}

const toTold = (row: Readonly<Record<string, unknown>>) => JSON.stringify(telling.map(name => row[name]))

/** A parameter per column would exceed PostgreSQL's 65,535. */
async function toJson(rows: readonly object[]): Promise<string> {
  const lists: string[] = []
  for (let start = 0; start < rows.length; start += linesAtOnce) {
    if (start > 0) await yieldToEventLoop()
    lists.push(jsonText(rows.slice(start, start + linesAtOnce)).slice(1, -1))
  }
  return `[${lists.join(',')}]`
}

/** What tells, by key. */
async function readStored(tx: Tx, { userId, accountId }: TransactionOwner, keys: readonly string[], since: IsoDate) {
  const [row] = await tx.$queryRaw<{ rows: Record<string, Told> | null }[]>`
    SELECT json_object_agg("key", json_build_array(${sql.told})) AS "rows" FROM "Transaction" AS stored
    WHERE "userId" = ${userId}::uuid AND "accountId" = ${accountId}::uuid AND "key" = ANY(${keys}::text[])`
  return new Map(
    Object.entries(row?.rows ?? {}).map(([key, told]) => {
      const [resourceId, , amountMinor, currency, day, bookingDate, , , , remittance] = told
      const meaning = meaningOf({ amountMinor, currency, bookingDate })
      const which = whichOf({ resourceId, remittance })
      return [key, { told: JSON.stringify(told), meaning, which, keptFrom: day < since ? since : null }]
    }),
  )
}

/** As `telling` begins. */
type Told = readonly [
  resourceId: string | null,
  status: string,
  amountMinor: string,
  currency: string,
  day: IsoDate,
  bookingDate: IsoDate | null,
  ...dates: readonly [value: unknown, transaction: unknown, expected: unknown],
  remittance: readonly string[],
]

/** Before they are overwritten; of one overwritten twice the first counts. */
async function noteChoices(tx: Tx, owner: TransactionOwner, keys: readonly string[], choices: Choice[]) {
  const known = choices.map(({ key }) => key)
  const rows = await tx.$queryRaw<(ContentRow & Chosen)[]>`
    SELECT ${contentColumns}, CASE WHEN "categorySource" = 'person' THEN "category" END AS "category", "note", "tags",
      "parts", "leftOut" FROM "Transaction"
    WHERE ${ownLines(owner)} AND "key" = ANY(${keys}::text[]) AND "key" <> ALL(${known}::text[])
      AND ("categorySource" = 'person' OR "note" IS NOT NULL OR "tags" <> '{}' OR "parts" IS NOT NULL OR "leftOut"
        OR EXISTS (SELECT 1 FROM "Attachment" AS file
          WHERE file."accountId" = "Transaction"."accountId" AND file."key" = "Transaction"."key"))`
  choices.push(...rows.map(toContent))
}

export type ContentRow = Omit<BookedContent, 'day'> & { readonly day: Date }
export const contentColumns = Prisma.sql`"key", "day", "amountMinor", "currency", "label", "resourceId"`
export const toContent = <Row extends ContentRow>(row: Row) => ({ ...row, day: isoDay(row.day) })

const sqlType = {
  text: Prisma.sql`text`,
  texts: Prisma.sql`text[]`,
  boolean: Prisma.sql`boolean`,
  bigint: Prisma.sql`bigint`,
  date: Prisma.sql`date`,
  uuid: Prisma.sql`uuid`,
  source: Prisma.sql`"CategorySource"`,
}

/** What is stored of a transaction, with the types that PostgreSQL reads it by. */
const columns = {
  key: sqlType.text,
  booked: sqlType.boolean,
  resourceId: sqlType.text,
  entryReference: sqlType.text,
  status: sqlType.text,
  amountMinor: sqlType.bigint,
  currency: sqlType.text,
  day: sqlType.date,
  bookingDate: sqlType.date,
  valueDate: sqlType.date,
  transactionDate: sqlType.date,
  expectedBookingDate: sqlType.date,
  label: sqlType.text,
  remittance: sqlType.texts,
  codeDomain: sqlType.text,
  codeFamily: sqlType.text,
  codeSubFamily: sqlType.text,
  code: sqlType.text,
  codeIssuer: sqlType.text,
  endToEndId: sqlType.text,
  searchText: sqlType.text,
} as const
const filing = {
  category: sqlType.text,
  categorySource: sqlType.source,
  ruleId: sqlType.uuid,
  counterparty: sqlType.text,
} as const
const inserted = { ...columns, ...filing }
const names = Object.keys(columns)
const kept = new Set(['key', 'entryReference'])
/** They follow from the others. */
const derived = new Set(['booked', 'label'])
const changing = names.filter(name => !kept.has(name))
const telling = changing.filter(name => !derived.has(name))
const list = (some: readonly string[], write: (name: string) => Prisma.Sql) => Prisma.join(some.map(write))
const asText = Prisma.sql`::text`
const sql = {
  inserted: list(Object.keys(inserted), name => sqlName(name)),
  types: Prisma.join(Object.entries(inserted).map(([name, type]) => Prisma.sql`${sqlName(name)} ${type}`)),
  changes: list(changing, name => Prisma.sql`${sqlName(name)} = ${sqlName('excluded', name)}`),
  stored: list(telling, name => sqlName('stored', name)),
  read: list(telling, name => sqlName('excluded', name)),
  /** As `toColumns` has them. */
  told: list(telling, name => Prisma.sql`${sqlName('stored', name)}${name === 'amountMinor' ? asText : Prisma.empty}`),
}

/** Another one under a reference used before is filed and paired anew. */
const isSameAmount = Prisma.sql`(stored."amountMinor", stored."currency") = (excluded."amountMinor", excluded."currency")`
const isSameText = Prisma.sql`stored."label" = excluded."label" AND ${isSameAmount}`

function insertLines(rows: string): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "Transaction" AS stored ("userId", "accountId", ${sql.inserted})
    SELECT permitted."userId", permitted."id", line.*
    FROM permitted, json_to_recordset(${rows}::json) AS line(${sql.types})
    ON CONFLICT ("accountId", "key") DO UPDATE SET ${sql.changes},
      "category" = CASE WHEN stored."categorySource" = 'person' OR ${isSameText} THEN stored."category" END,
      "parts" = CASE WHEN ${isSameAmount} THEN stored."parts" END,
      "pairAccountId" = CASE WHEN ${isSameAmount} THEN stored."pairAccountId" END,
      "pairKey" = CASE WHEN ${isSameAmount} THEN stored."pairKey" END,
      "pairChoice" = CASE WHEN ${isSameAmount} THEN stored."pairChoice" END,
      "firstSeenAt" = CASE WHEN ${isSameAmount} THEN stored."firstSeenAt" ELSE CURRENT_TIMESTAMP END
    WHERE (${sql.stored}) IS DISTINCT FROM (${sql.read})`
}

export type MovedLine = { readonly key: string; readonly now: string }

/** The stored row stays, with all that belongs to it, and becomes what was stored anew under the key `now`. */
export async function moveLines(
  tx: Tx,
  { userId, accountId }: TransactionOwner,
  moved: readonly MovedLine[],
): Promise<void> {
  if (moved.length === 0) return
  const table = Prisma.sql`json_to_recordset(${jsonText(moved)}::json) AS moved("key" text, "now" text)`
  const ours = (name: string) =>
    Prisma.sql`${sqlName(name, 'userId')} = ${userId}::uuid AND ${sqlName(name, 'accountId')} = ${accountId}::uuid`
  await tx.$executeRaw`
    UPDATE "ImportClaim" AS claim SET "key" = moved."key" FROM ${table}
    WHERE ${ours('claim')} AND claim."key" = moved."now" AND NOT EXISTS (SELECT 1 FROM "ImportClaim" AS other
      WHERE ${ours('other')} AND other."key" = moved."key" AND other."importId" = claim."importId")`
  await tx.$executeRaw`
    WITH excluded AS (
      DELETE FROM "Transaction" AS fresh USING ${table} WHERE ${ours('fresh')} AND fresh."key" = moved."now"
      RETURNING moved."key" AS "was", ${list(names, name => sqlName('fresh', name))}
    )
    UPDATE "Transaction" AS stored SET ${list(names, name => Prisma.sql`${sqlName(name)} = ${sqlName('excluded', name)}`)},
      "missing" = false, "category" = CASE WHEN stored."categorySource" = 'person' OR ${isSameText} THEN stored."category" END
    FROM excluded WHERE ${ours('stored')} AND stored."key" = excluded."was"`
  await tx.$executeRaw`
    UPDATE "Transaction" AS half SET "pairKey" = moved."now" FROM ${table}
    WHERE half."userId" = ${userId}::uuid AND half."pairAccountId" = ${accountId}::uuid AND half."pairKey" = moved."key"`
  // A merchant's copy (reconcile.ts), or the same money would be copied again.
  await tx.$executeRaw`
    UPDATE "IncomingCredit" AS credit SET "key" = left(credit."key", 17) || moved."now" FROM "Organisation" AS merchant, ${table}
    WHERE merchant."beneficiaryAccountId" = ${accountId}::uuid AND credit."organisationId" = merchant."id"
      AND substr(credit."key", 18) = moved."key" AND NOT EXISTS (SELECT 1 FROM "IncomingCredit" AS other
        WHERE other."organisationId" = merchant."id" AND other."key" = left(credit."key", 17) || moved."now")`
}

function toColumns({ key, line }: KeyedLine, readOn: IsoDate) {
  const { amount, code } = line
  const remittance = cleanRemittance(line.remittance)
  return {
    key,
    booked: isBooked(line),
    resourceId: line.resourceId,
    entryReference: line.entryReference,
    status: cleanText(line.status, 35),
    amountMinor: amount.amountMinor.toString(),
    currency: amount.currency,
    day: dayOf(line, readOn),
    bookingDate: line.bookingDate,
    valueDate: line.valueDate,
    transactionDate: line.transactionDate,
    expectedBookingDate: line.expectedBookingDate,
    label: labelOf(line, remittance),
    remittance,
    codeDomain: code.domain,
    codeFamily: code.family,
    codeSubFamily: code.subFamily,
    code: code.code,
    codeIssuer: code.issuer,
    endToEndId: line.endToEndId === null ? null : cleanText(line.endToEndId, 35),
    searchText: searchTextOf(line, remittance),
  } satisfies Record<keyof typeof columns, unknown>
}
