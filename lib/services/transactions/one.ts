import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db, Prisma } from '#lib/db.ts'
import { noteLimit, readTags, seenWords, splitLine, storedPart } from '#lib/domain/accounts/split.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Person } from '#lib/domain/who.ts'
import { requireCategory } from '#lib/services/accounts/categories.ts'
import { categoriseNew } from '#lib/services/accounts/categorise.ts'
import { readNaming } from '#lib/services/accounts/own-names.ts'
import { minorOfFilter, whereFilter } from '#lib/services/accounts/transactions-where.ts'
import { type LineKey, withTwins } from '#lib/services/accounts/twins.ts'
import { toSharedTransaction, whereReadable } from '#lib/services/household/shared-accounts.ts'
import type { TransactionDetail, TransactionView } from '#lib/views/banking.ts'
import { type TransactionRow, toTransactionView, transactionColumns } from './list.ts'

/** Refusals: `not_found`. */
export function readTransactionId(id: string): LineKey {
  const [accountId = '', ...rest] = Buffer.from(id, 'base64url').toString('utf8').split(' ')
  const key = rest.join(' ')
  if (!isUuid(accountId) || key === '' || key.includes('\0')) throw new Refused('not_found')
  return { accountId, key }
}

/** One's own, or of an account shared with them. Refusals: `not_found`. */
export async function readTransaction({ userId }: Person, id: string): Promise<TransactionDetail> {
  const { accountId, key } = readTransactionId(id)
  await categoriseNew(userId)
  const [{ matches, shared }, naming] = await Promise.all([
    whereReadable(userId, { ...noFilter, accounts: [accountId] }),
    readNaming(userId),
  ])
  const [row] = await db().$queryRaw<TransactionRow[]>`
    SELECT ${transactionColumns} FROM "Transaction"
    WHERE "accountId" = ${accountId}::uuid AND "key" = ${key} AND ${matches}`
  if (!row) throw new Refused('not_found')
  const line = toTransactionView(row, naming)
  if (shared.has(accountId)) {
    return { line: toSharedTransaction(line), isOwn: false, others: null, attachments: [], tags: [] }
  }
  const same = await withTwins(db(), userId, [{ accountId, key }])
  const [others, attachments, tags] = await Promise.all([
    readOthers(userId, line),
    db().attachment.findMany({
      where: { userId, OR: same },
      select: { id: true, fileName: true, size: true },
      orderBy: { id: 'asc' },
    }),
    listTags({ userId }),
  ])
  return { line, isOwn: true, others, attachments, tags }
}

/** With the same counterparty, in the same direction: what insights count. Null without a counterparty. */
async function readOthers(userId: string, line: TransactionView): Promise<TransactionDetail['others']> {
  const { counterparty, amount } = line
  if (counterparty === '') return null
  const direction = amount.amount.startsWith('-') ? ('out' as const) : ('in' as const)
  const filter = { ...noFilter, counterparty, direction, counted: amount.currency }
  const [row] = await db().$queryRaw<{ count: bigint; sum: bigint }[]>`
    SELECT count(*) AS "count", COALESCE(sum(${minorOfFilter(filter)}), 0)::bigint AS "sum"
    FROM "Transaction" WHERE ${await whereFilter(userId, filter)}`
  const count = row?.count ?? 0n
  if (!row || count === 0n) return null
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency: amount.currency })
  // Half a unit is rounded away from zero.
  const half = row.sum < 0n ? -count / 2n : count / 2n
  return { direction, count: Number(count), sum: text(row.sum), average: text((row.sum + half) / count) }
}

/** Most used first. */
export async function listTags({ userId }: Person): Promise<string[]> {
  const rows = await db().$queryRaw<{ tag: string }[]>`
    SELECT "tag" FROM "Transaction", unnest("tags") AS "tag" WHERE "userId" = ${userId}::uuid AND "tags" <> '{}'
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 100`
  return rows.map(({ tag }) => tag)
}

/** Their own and booked; what is announced goes with the next refresh. Refusals: `not_found`. */
async function requireBooked(userId: string, id: string) {
  const line = readTransactionId(id)
  const row = await db().transaction.findFirst({
    where: { userId, ...line, booked: true },
    select: { accountId: true, key: true, amountMinor: true, currency: true, note: true, tags: true, leftOut: true },
  })
  if (!row) throw new Refused('not_found')
  return row
}

type Words = { readonly note: string; readonly tags: string; readonly leftOut: boolean; readonly seen: string }

/** `seen`: as `seenWords` when they were typed. Refusals: `not_found`; `invalid_input` naming `note` (500 characters), `note.changed` or `tags`. */
export async function saveWords({ userId }: Person, id: string, words: Words): Promise<void> {
  const { note, tags: typed, leftOut, seen } = words
  const { accountId, key, ...stored } = await requireBooked(userId, id)
  if (seenWords(stored) !== seen) throw new Refused('invalid_input', { field: 'note.changed' })
  if (note.length > noteLimit) throw new Refused('invalid_input', { field: 'note' })
  const tags = readTags(typed, await listTags({ userId }))
  if (tags === null) throw new Refused('invalid_input', { field: 'tags' })
  const data = { note: cleanText(note, noteLimit) || null, tags, leftOut }
  await db().transaction.updateMany({
    where: { userId, OR: await withTwins(db(), userId, [{ accountId, key }]) },
    data,
  })
}

/** No rows: not split. Refusals: `not_found`; `invalid_input` naming `category`, or `parts` with `amount`, `count` or `sum`. */
export async function saveSplit(
  { userId }: Person,
  id: string,
  rows: readonly { readonly category: string; readonly amount: string }[],
): Promise<void> {
  const { accountId, key, amountMinor, currency } = await requireBooked(userId, id)
  for (const { category } of rows) await requireCategory(db(), userId, category)
  const split = rows.length === 0 ? { parts: null } : splitLine({ amountMinor, currency }, rows)
  if ('wrong' in split)
    throw new Refused('invalid_input', { field: `parts.${split.wrong}`, ...omitUndefined({ why: split.left }) })
  // An amount that the bank changed meanwhile is not that of these parts.
  const where = { userId, amountMinor, OR: await withTwins(db(), userId, [{ accountId, key }]) }
  await db().transaction.updateMany({ where, data: { parts: split.parts?.map(storedPart) ?? Prisma.DbNull } })
}

export const manyLimit = 500

type Change = { readonly category: string; readonly tags: string; readonly leftOut: boolean | null }

/** '' and null change nothing; tags are added. Refusals: `not_found`; `invalid_input` naming `id`, `category` or `tags`. */
export async function changeMany(
  { userId }: Person,
  ids: readonly string[],
  { category, tags: typed, leftOut }: Change,
): Promise<number> {
  const tags = readTags(typed, await listTags({ userId }))
  if (tags === null) throw new Refused('invalid_input', { field: 'tags' })
  if (ids.length === 0 || ids.length > manyLimit) throw new Refused('invalid_input', { field: 'id' })
  if (category === '' && tags.length === 0 && leftOut === null) throw new Refused('invalid_input', { field: 'change' })
  if (category !== '') await requireCategory(db(), userId, category)
  const lines = ids.map(readTransactionId)
  const filed = category === '' ? {} : { category, categorySource: 'person' as const, ruleId: null }
  return db().$transaction(async tx => {
    const count = await tx.transaction.count({ where: { userId, booked: true, OR: lines } })
    const where = { userId, booked: true, OR: await withTwins(tx, userId, lines) }
    await tx.transaction.updateMany({ where, data: { ...filed, ...(leftOut === null ? {} : { leftOut }) } })
    if (tags.length === 0) return count
    for (const { accountId, key, tags: had } of await tx.transaction.findMany({ where })) {
      const all = readTags([...had, ...tags].join(','))
      if (all === null) throw new Refused('invalid_input', { field: 'tags' })
      await tx.transaction.updateMany({ where: { userId, accountId, key }, data: { tags: all } })
    }
    return count
  })
}
