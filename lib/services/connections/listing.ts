import { randomUUID } from 'node:crypto'
import type { AccountList } from '@guichet/stet/accounts.ts'
import type { BalanceReading, ListedAccount } from '@guichet/stet/terms/account-data.ts'
import type { ConsentChoice } from '@guichet/stet/terms/consent-choice.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { fingerprintLogin } from '#lib/banks.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { jsonText, Prisma, sqlName, type Tx } from '#lib/db.ts'
import { findReturned } from '#lib/domain/accounts/returned.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import { anythingAllowedSql } from '#lib/services/accounts/allowed.ts'
import { storeBalances } from '#lib/services/accounts/balances.ts'
import { takeArrangement } from '#lib/services/accounts/twins.ts'
import { moveQuotaUse } from '#lib/services/banks/quota-use.ts'
import { choiceInForce, choiceToReadBy, mayColumnsOf } from '#lib/services/consent/read.ts'
import { notifyPerson } from '#lib/services/people/notices.ts'

/** A row for every account, data of consented ones only. */

/** In the bank's order. */
export function listedIbans(accounts: readonly ListedAccount[]): string[] {
  return [...new Set(accounts.flatMap(({ kind, iban }) => (kind === 'account' && iban !== null ? [iban] : [])))]
}

/**
 * Returns the choice in force. Permissions follow it: a new card or currency belongs to its ticked IBAN (rule 3).
 * Nothing is gone while v1.4.2 lists consented accounts only (rule 2) or some are unreadable. New accounts are
 * notified, none read before it is ticked.
 */
export async function storeListing(
  tx: Tx,
  owner: OwnConnection,
  bankCode: string,
  list: AccountList,
): Promise<ConsentChoice | null> {
  // Connection before accounts, as everywhere. IBANs distinguish logins (bank:D11); cards are replaced.
  const loginFingerprint = fingerprintLogin(bankCode, listedIbans(list.accounts))
  const unreadable = list.unreadable.length
  await noteListing(tx, owner, unreadable, list.complete && unreadable === 0 ? loginFingerprint : null)
  const choice = await choiceToReadBy(tx, owner)
  let stored = await upsertAccounts(tx, owner, choice, list)
  if (await takeUpReturned(tx, owner, stored, list)) stored = await upsertAccounts(tx, owner, choice, list)
  const added = stored.flatMap(row => (row.added ? [row.id] : []))
  if (added.length > 0) await takeArrangement(tx, owner.userId, added)
  const balancesOf = new Map(list.accounts.map(({ resourceId, balances }) => [resourceId, balances]))
  const inline = stored.flatMap(({ id, resourceId, mayBalances }): [string, readonly BalanceReading[]][] => {
    const balances = balancesOf.get(resourceId) ?? null
    return mayBalances && balances !== null ? [[id, balances]] : []
  })
  await storeBalances(tx, owner.userId, new Map(inline))
  await notifyOfNewAccounts(tx, owner, bankCode, stored, list.accounts)
  await tx.$executeRaw`
    UPDATE "Connection" SET "listingDigest" = ${digestOfListing(list, choice)}
    WHERE "id" = ${owner.connectionId}::uuid AND "userId" = ${owner.userId}::uuid`
  return choice
}

/** Of all that `storeListing` stores: the same digest, nothing new. Balances say each day that they were read. */
export function digestOfListing({ accounts, complete, unreadable }: AccountList, choice: ConsentChoice | null): string {
  const stored = [parisDay(now()), complete, unreadable.length, accounts, choice]
  return hashOf(JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? value.toString() : value)))
}

/** Null: the print stays. Today's count moves along with a new one. */
async function noteListing(tx: Tx, owner: OwnConnection, unreadable: number, print: string | null): Promise<void> {
  const [changed] = await tx.$queryRaw<{ before: string | null }[]>`
    UPDATE "Connection" AS noted SET "loginFingerprint" = COALESCE(${print}, known."loginFingerprint"), "unreadableAccounts" = ${unreadable}
    FROM (SELECT "id", "loginFingerprint", "unreadableAccounts" FROM "Connection"
          WHERE "id" = ${owner.connectionId}::uuid AND "userId" = ${owner.userId}::uuid FOR UPDATE) AS known
    WHERE noted."id" = known."id" AND (known."loginFingerprint" IS DISTINCT FROM COALESCE(${print}, known."loginFingerprint")
      OR known."unreadableAccounts" <> ${unreadable})
    RETURNING known."loginFingerprint" AS "before"`
  if (changed && print !== null && changed.before !== print)
    await moveQuotaUse(tx, owner, { from: changed.before, to: print })
}

/** Of no ticked IBAN, and new since the choice. */
async function notifyOfNewAccounts(
  tx: Tx,
  owner: OwnConnection,
  bankCode: string,
  stored: readonly StoredAccount[],
  accounts: readonly ListedAccount[],
): Promise<void> {
  const added = new Set(stored.filter(row => row.added).map(({ resourceId }) => resourceId))
  if (added.size === 0) return
  const choice = await choiceInForce(tx, owner)
  if (choice === null) return
  const decided = new Set(choice.accounts.map(({ iban }) => iban))
  const isAsked = ({ kind, resourceId, iban }: ListedAccount) =>
    kind === 'account' && added.has(resourceId) && (iban === null || !decided.has(iban))
  const ibans = new Set(accounts.filter(isAsked).map(({ iban, resourceId }) => iban ?? resourceId))
  if (ibans.size === 0) return
  const { name } = await tx.bank.findUniqueOrThrow({ where: { code: bankCode }, select: { name: true } })
  const which = hashOf([...ibans].sort().join(' ')).slice(0, 32)
  await notifyPerson(tx, {
    ...owner,
    kind: 'new_accounts',
    key: `new_accounts:${owner.connectionId}:${which}`,
    facts: { bankName: name, count: ibans.size },
  })
}

type StoredAccount = {
  readonly id: string
  readonly resourceId: string
  readonly mayBalances: boolean
  readonly added: boolean
}

/** One statement: a login may reach dozens. */
function upsertAccounts(
  tx: Tx,
  { userId, connectionId }: OwnConnection,
  choice: ConsentChoice | null,
  { accounts, complete, unreadable }: AccountList,
): Promise<StoredAccount[]> {
  const toMay = mayColumnsOf(choice, accounts)
  const columns = accounts.map((account, ordinal) => {
    return { id: randomUUID(), ordinal, ...toColumns(account), ...toMay(account) }
  })
  const rows = jsonText(columns)
  const listed = accounts.map(({ resourceId }) => resourceId)
  const unnamed = accounts.filter(({ currency }) => currency === null).map(({ resourceId }) => resourceId)
  const listedName = Prisma.sql`CASE WHEN "Account"."listedName" IS NULL THEN NULL ELSE EXCLUDED."name" END`
  return tx.$queryRaw<StoredAccount[]>`
    WITH left_out AS (
      UPDATE "Account" AS account SET "gone" = true, "goneAt" = ${now()}, "syncState" = 'idle'
      WHERE "userId" = ${userId}::uuid AND "connectionId" = ${connectionId}::uuid AND NOT "gone"
        AND "resourceId" <> ALL(${listed}::text[]) AND ${unreadable.length === 0}
        AND (${complete} OR "kind" = 'card' OR ${anythingAllowedSql})
    ), changed AS (
      INSERT INTO "Account" ("userId", "connectionId", "createdAt", "id", "resourceId", ${sqlNames(followed)}, "currency", "name")
      SELECT ${userId}::uuid, ${connectionId}::uuid, ${now()}, listed."id", listed."resourceId", ${sqlNames(followed, 'listed')},
        listed."currency", listed."name"
      FROM json_to_recordset(${rows}::json) AS listed(
        "id" uuid, "ordinal" int, "resourceId" text, "kind" "AccountKind", "iban" text, "cardId" text, "currency" text,
        "cashAccountType" text, "name" text, "product" text, "details" text, "features" text[], "usage" text,
        "psuStatus" text, "bic" text, "linkedResourceId" text, "mayBalances" boolean, "mayTransactions" boolean,
        "mayOwners" boolean, "mayOverdrafts" boolean)
      ON CONFLICT ("connectionId", "resourceId", "userId") DO UPDATE SET
        (${sqlNames(followed)}) = ROW(${sqlNames(followed, 'excluded')}), "gone" = false, "goneAt" = NULL,
        "currency" = CASE WHEN EXCLUDED."resourceId" = ANY(${unnamed}::text[])
          THEN "Account"."currency" ELSE EXCLUDED."currency" END,
        "name" = CASE WHEN "Account"."listedName" IS NULL THEN EXCLUDED."name" ELSE "Account"."name" END,
        "listedName" = ${listedName}
      WHERE "Account"."gone" OR ROW(${sqlNames(followed, 'Account')}) IS DISTINCT FROM ROW(${sqlNames(followed, 'excluded')})
        OR COALESCE("Account"."listedName", "Account"."name") <> EXCLUDED."name"
        OR ("Account"."currency" <> EXCLUDED."currency" AND EXCLUDED."resourceId" <> ALL(${unnamed}::text[]))
      RETURNING "id", "resourceId", "mayBalances", xmax = 0 AS "added"
    )
    SELECT "id", "resourceId", "mayBalances", "added" FROM changed
    UNION ALL
    SELECT "id", "resourceId", "mayBalances", false FROM "Account"
    WHERE "userId" = ${userId}::uuid AND "connectionId" = ${connectionId}::uuid AND "resourceId" = ANY(${listed}::text[])
      AND "id" NOT IN (SELECT "id" FROM changed)`
}

/** Columns that follow the bank's list and the choice; names and currency have rules of their own. */
const followed = [
  'ordinal',
  'kind',
  'iban',
  'cardId',
  'cashAccountType',
  'product',
  'details',
  'features',
  'usage',
  'psuStatus',
  'bic',
  'linkedResourceId',
  'mayBalances',
  'mayTransactions',
  'mayOwners',
  'mayOverdrafts',
] as const

const sqlNames = (names: readonly string[], table?: string): Prisma.Sql =>
  Prisma.join(names.map(name => (table === undefined ? sqlName(name) : sqlName(table, name))))

/**
 * The row of an account that is back under another id takes that id; the one just added goes. Its transactions are read from the
 * beginning, as their references may be others too. True if there was one.
 */
async function takeUpReturned(
  tx: Tx,
  { userId, connectionId }: OwnConnection,
  stored: readonly StoredAccount[],
  { accounts }: AccountList,
): Promise<boolean> {
  const added = new Map(stored.flatMap(row => (row.added ? [[row.resourceId, row.id]] : [])))
  if (added.size === 0) return false
  const rows = await tx.account.findMany({ where: { userId, connectionId } })
  const known = rows.map(({ goneAt, gone, createdAt, ...row }) => ({
    ...row,
    goneAt: gone ? (goneAt ?? createdAt).getTime() : null,
  }))
  const unknown = accounts.filter(({ resourceId }) => added.has(resourceId))
  const returned = findReturned(known, unknown, accounts)
  for (const { id, resourceId } of returned) {
    await tx.account.deleteMany({ where: { userId, connectionId, id: added.get(resourceId) ?? '' } })
    const reread = { lastReference: null, pageDigests: [], syncState: 'queued' as const }
    await tx.account.updateMany({ where: { userId, connectionId, id }, data: { resourceId, ...reread } })
  }
  return returned.length > 0
}

/** Limits of bank:D46. */
function toColumns(account: ListedAccount) {
  return {
    resourceId: account.resourceId,
    kind: account.kind,
    iban: account.iban,
    cardId: account.cardId,
    // Asked of currency accounts only; balances may correct it.
    currency: account.currency ?? 'EUR',
    cashAccountType: account.cashAccountType,
    name: cleanText(account.name, 70),
    product: account.product === null ? null : cleanText(account.product, 70),
    details: account.details === null ? null : cleanText(account.details, 140),
    features: [...account.features],
    usage: account.usage,
    psuStatus: account.psuStatus === null ? null : cleanText(account.psuStatus, 35),
    bic: account.bic,
    linkedResourceId: account.linkedResourceId,
  }
}
