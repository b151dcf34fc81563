import { isoDay } from '@guichet/values/calendar/day.ts'
import { foldText } from '@guichet/values/text/clean.ts'
import { lockFor, tryLockFor } from '#lib/base/locks.ts'
import { db, jsonText, Prisma, sqlName, type Tx } from '#lib/db.ts'
import { categorise } from '#lib/domain/accounts/filing.ts'
import { findDoubles, type KnownLine } from '#lib/domain/accounts/import-match.ts'
import { type PreparedRule, prepareRule, type Rule } from '#lib/domain/accounts/rule.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import { counterpartyOf } from '#lib/domain/accounts/transaction-counterparty.ts'
import {
  exchangePattern,
  findSettlements,
  type Pair,
  type PairingAccount,
  type PairingLine,
  pairTransfers,
  settlementPattern,
} from '#lib/domain/accounts/transfer-pair.ts'
import { compareNames } from '#lib/domain/people/name-match.ts'
import {
  claimCount,
  type LineSource,
  replaceByBankLines,
  sourceColumns,
  sourceJoin,
  toSource,
} from './import-claims.ts'
import { identityColumns, takeChoices } from './twins.ts'
import { ownersOf } from './view.ts'

/**
 * Assigns categories and pairs the halves of own movements, after each refresh and before a list if some still wait.
 * Stored, so that lists and sums only need the database.
 */

/** Work between two statements holds up everybody. */
const batchSize = 2_000
const maxCompared = 4 * batchSize
/** Nobody waits for a million of them. */
const batchesAtOnce = 30

const unfiledNames = [
  'accountId',
  'key',
  'day',
  'searchText',
  'label',
  'amountMinor',
  'currency',
  'codeDomain',
  'codeFamily',
  'codeSubFamily',
  'booked',
  'importId',
  'entryReference',
  'endToEndId',
] as const
export type UnfiledRow = Pick<Prisma.TransactionGetPayload<object>, (typeof unfiledNames)[number]>
export const unfiledColumns = Prisma.join(unfiledNames.map(name => sqlName(name)))

/** What waits, as nearly never where nothing was read. Returns how many. */
export async function categoriseNew(userId: string): Promise<number> {
  return (await isWaiting(userId)) ? categoriseRead(userId) : 0
}

/**
 * Categorises, then finds pairs: the newest 60,000 at most, one process per person. Transactions locked by a refresh
 * wait for the next time. Returns how many.
 */
export function categoriseRead(userId: string): Promise<number> {
  return inBatches(isFirst =>
    db().$transaction(
      async tx => {
        await lockFor(tx, 'categories', userId)
        return fileAmong(tx, userId, Prisma.empty, isFirst)
      },
      { timeout: 120_000 },
    ),
  )
}

/** Under the account's lock. */
export async function fileTransactionsOf(
  tx: Tx,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
): Promise<void> {
  await inBatches(isFirst => fileAmong(tx, userId, Prisma.sql`AND "accountId" = ${accountId}::uuid`, isFirst))
}

async function inBatches(fileOne: (isFirst: boolean) => Promise<number>): Promise<number> {
  let filed = 0
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    const inBatch = await fileOne(batches === 0)
    filed += inBatch
    if (inBatch < batchSize) break
  }
  return filed
}

async function fileAmong(tx: Tx, userId: string, among: Prisma.Sql, isFirst: boolean): Promise<number> {
  const fresh = await tx.$queryRaw<UnfiledRow[]>`
    SELECT ${unfiledColumns} FROM "Transaction" WHERE "userId" = ${userId}::uuid AND "category" IS NULL ${among}
    ORDER BY "day" DESC LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`
  if (fresh.length === 0) return 0
  const by = await readBy(tx, userId)
  await storeFilings(tx, userId, fresh, by)
  await matchLines(tx, userId, fresh, by.accounts, isFirst)
  return fresh.length
}

export type FiledAtOnce = Pick<
  UnfiledRow,
  'label' | 'searchText' | 'currency' | (`code${string}` & keyof UnfiledRow)
> & {
  readonly key: string
  readonly amountMinor: string
}

/**
 * Before `store`, so that each line is written once; those it returns may be the new ones, which then wait. Null:
 * another process files, or a business's owners are not read yet; nothing is stored.
 */
export function storeFiled<Line extends FiledAtOnce, Absent>(
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  lines: readonly Line[],
  store: (tx: Tx, lines: readonly Line[]) => Promise<readonly Absent[]>,
): Promise<readonly Absent[] | null> {
  return db().$transaction(async tx => {
    if ((await tryLockFor(tx, 'categories', [userId])).length === 0) return null
    const by = await readBy(tx, userId)
    if (by.accounts.some(one => one.id === accountId && one.isBusiness && ownerNames(one).length === 0)) return null
    const filed = lines.map(line => {
      return { ...line, ...fileLine({ ...line, accountId, amountMinor: BigInt(line.amountMinor) }, by) }
    })
    const absent = await store(tx, filed)
    const among = Prisma.sql`"userId" = ${userId}::uuid AND "accountId" = ${accountId}::uuid
      AND "key" = ANY(${lines.map(({ key }) => key)}::text[])`
    if (absent.length > 0) await tx.$executeRaw`UPDATE "Transaction" SET "category" = NULL WHERE ${among}`
    else if (by.accounts.length > 1 || by.accounts.some(account => account.hasImports)) {
      const fresh = await tx.$queryRaw<UnfiledRow[]>`SELECT ${unfiledColumns} FROM "Transaction" WHERE ${among}`
      if (fresh.length > 0) await matchLines(tx, userId, fresh, by.accounts, true)
    }
    return absent
  })
}

/** With imports, other logins, own transfers. */
async function matchLines(
  tx: Tx,
  userId: string,
  fresh: readonly UnfiledRow[],
  accounts: readonly OwnAccount[],
  isFirst: boolean,
): Promise<void> {
  const hasImports = accounts.some(account => account.hasImports)
  const dropped = hasImports ? await dropDoubledImports(tx, userId, fresh) : 0
  if (isFirst || dropped > 0) await forgetLostPairs(tx, userId)
  await takeChoices(tx, userId, accounts, fresh)
  await pairLines(tx, userId, fresh, accounts)
}

/** Account before transactions, as a refresh does, so that neither deadlocks (R15). One account at a time. */
export async function withAccountLock<T>(
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db().$transaction(
    async tx => {
      await lockFor(tx, 'categories', userId)
      await tx.$queryRaw`
        SELECT "id"::text FROM "Account" WHERE "id" = ${accountId}::uuid AND "userId" = ${userId}::uuid
        FOR NO KEY UPDATE`
      return change(tx)
    },
    { timeout: 120_000 },
  )
}

/** With `EXISTS` PostgreSQL scans the table; for a count it uses the index. */
async function isWaiting(userId: string): Promise<boolean> {
  const [row] = await db().$queryRaw<{ waiting: boolean }[]>`
    SELECT count(*) > 0 AS "waiting" FROM "Transaction" WHERE "userId" = ${userId}::uuid AND "category" IS NULL`
  return row?.waiting ?? false
}

/** `among` includes the owner; those chosen by hand stay. Returns how many changed. */
export async function refileTransactions(userId: string, among: Prisma.Sql): Promise<number> {
  const by = await readBy(db(), userId)
  let changed = 0
  let after: UnfiledRow | undefined
  for (;;) {
    const beyond = after
      ? Prisma.sql`AND ("accountId", "key") > (${after.accountId}::uuid, ${after.key})`
      : Prisma.empty
    const rows = await db().$queryRaw<UnfiledRow[]>`
      SELECT ${unfiledColumns} FROM "Transaction"
      WHERE ${among} AND "userId" = ${userId}::uuid AND "categorySource" IS DISTINCT FROM 'person' ${beyond}
      ORDER BY "accountId", "key" LIMIT ${batchSize}`
    for (const [accountId, lines] of Map.groupBy(rows, row => row.accountId)) {
      changed += await withAccountLock({ userId, accountId }, tx => storeFilings(tx, userId, lines, by))
    }
    after = rows.at(-1)
    if (rows.length < batchSize) return changed
  }
}

type FiledBy = { readonly rules: readonly PreparedRule[]; readonly accounts: readonly OwnAccount[] }

async function readBy(tx: Tx, userId: string): Promise<FiledBy> {
  const accounts = await readPairingAccounts(tx, userId)
  const rules = accounts.some(account => account.hasRules) ? await readRules(tx, userId) : []
  return { accounts, rules: rules.map(prepareRule) }
}

type Fileable = Pick<UnfiledRow, 'accountId' | 'amountMinor'> & Omit<FiledAtOnce, 'key' | 'amountMinor'>

function fileLine(row: Fileable, { rules, accounts }: FiledBy) {
  const nature = natureOf({ domain: row.codeDomain, family: row.codeFamily, subFamily: row.codeSubFamily })
  const counterparty = counterpartyOf(row.label, nature)
  const account = accounts.find(({ id }) => id === row.accountId)
  const isBusiness = account?.isBusiness ?? false
  const owners = account && isBusiness && nature.startsWith('transfer') ? ownerNames(account) : []
  const isOwners = owners.some(name => compareNames(counterparty, name) === 'same')
  const filed = { nature, subFamily: row.codeSubFamily, label: foldText(row.label), isBusiness, isOwners }
  const line = { ...row, counterparty, ...filed }
  const { category, source, ruleId } = categorise(line, rules)
  return { category, categorySource: source, ruleId, counterparty }
}

/** Banks that give no owners say whose login it is. */
function ownerNames({ owners, psuName }: Pick<OwnAccount, 'owners' | 'psuName'>): string[] {
  return ownersOf(owners)?.persons.map(({ fullName }) => fullName) ?? (psuName === null ? [] : [psuName])
}

async function storeFilings(tx: Tx, userId: string, rows: readonly UnfiledRow[], by: FiledBy): Promise<number> {
  if (rows.length === 0) return 0
  const filings = rows.map(row => ({ accountId: row.accountId, key: row.key, ...fileLine(row, by) }))
  // The owner is checked, not searched by: with old statistics PostgreSQL would read all of a person's for each row.
  return tx.$executeRaw`
    UPDATE "Transaction" AS stored
    SET "category" = filed."category", "categorySource" = filed."categorySource", "ruleId" = filed."ruleId",
        "counterparty" = filed."counterparty"
    FROM json_to_recordset(${jsonText(filings)}::json)
      AS filed("accountId" uuid, "key" text, "category" text, "categorySource" "CategorySource", "ruleId" uuid, "counterparty" text)
    WHERE stored."accountId" = filed."accountId" AND stored."key" = filed."key" AND stored."userId"::text = ${userId}
      AND stored."categorySource" IS DISTINCT FROM 'person'
      AND (stored."category", stored."categorySource", stored."ruleId", stored."counterparty")
        IS DISTINCT FROM (filed."category", filed."categorySource", filed."ruleId", filed."counterparty")`
}

/** In order. */
export async function readRules(tx: Tx, userId: string): Promise<Rule[]> {
  const rows = await tx.categoryRule.findMany({ where: { userId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] })
  return rows.map(row => ({
    ...row,
    direction: row.direction === 'in' || row.direction === 'out' ? row.direction : null,
  }))
}

/** Days before and after. */
const lookAroundDays = 5

function isAround(lines: readonly UnfiledRow[]): Prisma.Sql {
  const days = lines.map(({ day }) => day.getTime()).sort((left, right) => left - right)
  const [first, last] = [new Date(days[0] ?? 0), new Date(days.at(-1) ?? 0)]
  return Prisma.sql`"day" BETWEEN ${first}::date - ${lookAroundDays}::int AND ${last}::date + ${lookAroundDays}::int`
}

/** Without signs. */
function amountsOf(lines: readonly UnfiledRow[]): bigint[] {
  return [...new Set(lines.map(({ amountMinor }) => (amountMinor < 0n ? -amountMinor : amountMinor)))]
}

/**
 * Among new transactions and the booked ones around them: same amount, same end-to-end id, an exchange or an invoice.
 * Pairs stay unless one half is gone.
 */
async function pairLines(
  tx: Tx,
  userId: string,
  fresh: readonly UnfiledRow[],
  accounts: readonly OwnAccount[],
): Promise<void> {
  if (accounts.length < 2) return
  const rows = await tx.$queryRaw<UnfiledRow[]>`
    SELECT ${unfiledColumns} FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "booked" AND "pairAccountId" IS NULL AND "pairChoice" IS NULL
      AND ${isAround(fresh)}
      AND (abs("amountMinor") = ANY(${amountsOf(fresh)}::bigint[]) OR "searchText" ~ ${exchangePattern}
        OR "endToEndId" = ANY(${fresh.flatMap(({ endToEndId }) => endToEndId ?? [])}))
    ORDER BY "day" DESC LIMIT ${maxCompared}`
  const lines = rows.map(toPairingLine)
  const invoices = await readInvoices(tx, userId, fresh, accounts)
  // Accounts were read before what is new was stored.
  const withSlips = new Set([...cardsWithSlips(accounts), ...fresh.map(({ accountId }) => accountId)])
  const settlements = findSettlements([...lines, ...invoices.map(toPairingLine)], accounts, withSlips)
  await storePairs(tx, userId, [...settlements, ...pairTransfers(lines, accounts)])
}

/** Their purchases came after them: a refresh stores account by account. */
function readInvoices(
  tx: Tx,
  userId: string,
  fresh: readonly UnfiledRow[],
  accounts: readonly OwnAccount[],
): Promise<UnfiledRow[]> {
  const slips = fresh.filter(({ accountId }) => accounts.some(({ id, kind }) => id === accountId && kind === 'card'))
  const cards = new Set(slips.map(({ accountId }) => accountId))
  const drawnOn = accounts.flatMap(({ id, backingAccountId }) => (cards.has(id) ? (backingAccountId ?? []) : []))
  const [first] = slips.map(({ day }) => day.getTime()).sort((left, right) => left - right)
  if (first === undefined || drawnOn.length === 0) return Promise.resolve([])
  return tx.$queryRaw<UnfiledRow[]>`
    SELECT ${unfiledColumns} FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "accountId" = ANY(${drawnOn}::uuid[]) AND "booked" AND "amountMinor" < 0
      AND "pairAccountId" IS NULL AND "pairChoice" IS NULL
      AND "day" >= ${new Date(first)}::date AND "searchText" ~ ${settlementPattern}`
}

/** Whose other half is gone, or became another transaction: it counts again; locked ones next time. */
export async function forgetLostPairs(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    WITH lost AS (
      SELECT half."accountId", half."key" FROM "Transaction" AS half
      WHERE half."userId" = ${userId}::uuid AND half."pairAccountId" IS NOT NULL AND CASE WHEN half."pairKey" IS NULL
        THEN NOT EXISTS (SELECT 1 FROM "Transaction" AS other WHERE other."accountId" = half."pairAccountId")
        ELSE NOT EXISTS (SELECT 1 FROM "Transaction" AS other WHERE other."accountId" = half."pairAccountId"
          AND other."key" = half."pairKey" AND other."pairAccountId" IS NOT NULL) END
      FOR UPDATE OF half SKIP LOCKED
    )
    UPDATE "Transaction" AS half SET "pairAccountId" = NULL, "pairKey" = NULL, "pairChoice" = NULL FROM lost
    WHERE half."userId" = ${userId}::uuid AND half."accountId" = lost."accountId" AND half."key" = lost."key"`
}

export type OwnAccount = PairingAccount & {
  readonly isBusiness: boolean
  readonly owners: unknown
  readonly psuName: string | null
  /** Their owner's. */
  readonly hasRules: boolean
  readonly hasImports: boolean
  /** A card's transactions. */
  readonly hasSlips: boolean
}

type OwnRow = PairingRow & Omit<OwnAccount, keyof PairingAccount>

export async function readPairingAccounts(tx: Tx, userId: string): Promise<OwnAccount[]> {
  const rows = await tx.$queryRaw<OwnRow[]>`
    SELECT ${Prisma.join(Object.keys(identityColumns).map(name => sqlName('account', name)))}, account."name", account."listedName",
      bank."name" AS "bank", account."usage" IS NOT DISTINCT FROM 'ORGA' AS "isBusiness", account."owners", login."psuName",
      EXISTS (SELECT 1 FROM "CategoryRule" AS rule WHERE rule."userId" = ${userId}::uuid) AS "hasRules",
      EXISTS (SELECT 1 FROM "TransactionImport" AS file
        WHERE file."userId" = account."userId" AND file."accountId" = account."id") AS "hasImports",
      account."kind" = 'card' AND EXISTS (SELECT 1 FROM "Transaction" AS slip
        WHERE slip."userId" = account."userId" AND slip."accountId" = account."id") AS "hasSlips"
    FROM "Account" AS account JOIN "Connection" AS login ON login."id" = account."connectionId"
    JOIN "Bank" AS bank ON bank."code" = login."bankCode"
    WHERE account."userId" = ${userId}::uuid`
  return toPairingAccounts(rows)
}

type PairingRow = Omit<PairingAccount, 'backingAccountId'> & { readonly listedName: string | null }

export function toPairingAccounts<Row extends PairingRow>(rows: readonly Row[]) {
  const byResource = new Map(rows.map(row => [`${row.connectionId} ${row.resourceId}`, row]))
  return rows.map(row => {
    const backing = byResource.get(`${row.connectionId} ${row.linkedResourceId}`)
    // What a bank writes has its own name of the account.
    return { ...row, name: row.listedName ?? row.name, backingAccountId: backing?.id ?? null }
  })
}

export const cardsWithSlips = (accounts: readonly OwnAccount[]): ReadonlySet<string> =>
  new Set(accounts.flatMap(({ id, hasSlips }) => (hasSlips ? [id] : [])))

export function toPairingLine(row: UnfiledRow): PairingLine {
  const { accountId, key, amountMinor, currency, endToEndId } = row
  const nature = natureOf({ domain: row.codeDomain, family: row.codeFamily, subFamily: row.codeSubFamily })
  const day = isoDay(row.day)
  return {
    accountId,
    key,
    day,
    amountMinor,
    currency,
    endToEndId,
    label: foldText(row.label),
    text: row.searchText,
    nature,
  }
}

/** A pair is stored with both halves or not at all. */
async function lockHalves(tx: Tx, userId: string, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ accountId: string; key: string }[]>`
    SELECT stored."accountId", stored."key" FROM "Transaction" AS stored
    JOIN json_to_recordset(${jsonText(pairs)}::json) AS pair("accountId" uuid, "key" text)
      ON stored."accountId" = pair."accountId" AND stored."key" = pair."key"
    WHERE stored."userId" = ${userId}::uuid FOR UPDATE OF stored SKIP LOCKED`
  return new Set(rows.map(({ accountId, key }) => `${accountId} ${key}`))
}

async function storePairs(tx: Tx, userId: string, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const locked = await lockHalves(tx, userId, pairs)
  const whole = pairs.filter(({ accountId, key, pairAccountId, pairKey }) => {
    const other = pairKey === null || locked.has(`${pairAccountId} ${pairKey}`)
    return other && locked.has(`${accountId} ${key}`)
  })
  await tx.$executeRaw`
    UPDATE "Transaction" AS stored SET "pairAccountId" = pair."pairAccountId", "pairKey" = pair."pairKey"
    FROM json_to_recordset(${jsonText(whole)}::json)
      AS pair("accountId" uuid, "key" text, "pairAccountId" uuid, "pairKey" text)
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = pair."accountId" AND stored."key" = pair."key"`
}

/** The bank's transaction replaces an imported double; only newly booked ones are compared. Returns how many. */
async function dropDoubledImports(tx: Tx, userId: string, fresh: readonly UnfiledRow[]): Promise<number> {
  let dropped = 0
  for (const [accountId, lines] of Map.groupBy(fresh, row => row.accountId)) {
    const bank = await withoutClaims(tx, userId, accountId, lines)
    const imported = bank.length > 0 ? await readImported(tx, userId, accountId, bank) : []
    const since = imported.length > 0 ? await readBankStart(tx, userId, accountId) : null
    const given = { source: 'bank', from: since, to: null }
    const doubles = findDoubles(
      imported.map(row => toKnownLine(row, row)),
      bank.map(row => toKnownLine(row, given)),
    )
    const replaced = imported.flatMap(({ key }, at) => {
      const bankKey = bank[doubles[at] ?? -1]?.key
      return bankKey === undefined ? [] : [{ key, bankKey }]
    })
    await replaceByBankLines(tx, { userId, accountId }, replaced)
    dropped += replaced.length
  }
  return dropped
}

async function withoutClaims(
  tx: Tx,
  userId: string,
  accountId: string,
  lines: readonly UnfiledRow[],
): Promise<UnfiledRow[]> {
  const bank = lines.filter(({ importId, booked }) => importId === null && booked)
  const keys = bank.map(({ key }) => key)
  const claims = await tx.importClaim.findMany({
    where: { userId, accountId, key: { in: keys } },
    select: { key: true },
  })
  const claimed = new Set(claims.map(({ key }) => key))
  return bank.filter(({ key }) => !claimed.has(key))
}

/** Same amounts, near days; claimed by most files first. */
function readImported(tx: Tx, userId: string, accountId: string, around: readonly UnfiledRow[]) {
  return tx.$queryRaw<(UnfiledRow & LineSource)[]>`
    SELECT ${Prisma.join(unfiledNames.map(name => sqlName('stored', name)))}, ${sourceColumns}
    FROM "Transaction" AS stored ${sourceJoin}
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid AND "importId" IS NOT NULL
      AND ${isAround(around)} AND abs("amountMinor") = ANY(${amountsOf(around)}::bigint[])
    ORDER BY ${claimCount} DESC, stored."key" LIMIT ${maxCompared}`
}

async function readBankStart(tx: Tx, userId: string, accountId: string): Promise<Date | null> {
  const where = { userId, accountId, booked: true, importId: null }
  return (await tx.transaction.findFirst({ where, orderBy: { day: 'asc' }, select: { day: true } }))?.day ?? null
}

function toKnownLine({ day, amountMinor, label, key, entryReference }: UnfiledRow, source: LineSource): KnownLine {
  const reference = entryReference ?? (source.source === 'bank' ? key : null)
  return { day: isoDay(day), amountMinor, label: foldText(label), reference, ...toSource(source) }
}
