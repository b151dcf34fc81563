import { toMoneyView } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db, jsonText } from '#lib/db.ts'
import { idsOfAccount } from '#lib/domain/accounts/counting.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { ArrangementView } from '#lib/views/holding.ts'
import { heldOnce, totalsOf } from './counted.ts'
import { listHoldings, wealthWith } from './holdings.ts'
import { findAccounts, isListed, toAccountView } from './view.ts'

/** How a person sees their accounts: names, order, groups, what is listed and what counts. */

const nameLimit = 70
const groupLimit = 40

/** Without accounts of which nothing may be read. */
export async function readArrangement({ userId }: Person): Promise<ArrangementView> {
  const [rows, holdings] = await Promise.all([findShown(userId), listHoldings(userId)])
  const counted = new Set(heldOnce(rows).map(({ row }) => row.id))
  const totals = totalsOf(rows)
  return {
    accounts: rows.map(row => ({
      ...toAccountView(row, rows),
      isCounted: counted.has(row.id),
      listedName: row.listedName,
    })),
    totals: totals.map(toMoneyView),
    holdings,
    wealth: wealthWith(totals, holdings),
  }
}

async function findShown(userId: string) {
  const rows = await findAccounts({ userId }, {})
  return rows.filter(
    row => isListed(row) && (row.mayBalances || row.mayTransactions || row.mayOwners || row.mayOverdrafts),
  )
}

export type Arranged = {
  /** Empty: the bank's. */
  readonly name: string
  /** Empty: with its bank. */
  readonly group: string
  readonly hidden: boolean
  readonly inTotals: boolean
}

/** Refusals: `not_found`. */
export async function arrangeAccount({ userId }: Person, id: string, arranged: Arranged): Promise<void> {
  const where = { id: isUuid(id) ? id : null, userId }
  const row = where.id === null ? null : await db().account.findFirst({ where: { id: where.id, userId } })
  if (!row) throw new Refused('not_found')
  const { hidden, inTotals } = arranged
  const [name, groupName] = [cleanText(arranged.name, nameLimit), cleanText(arranged.group, groupLimit) || null]
  const rows = await db().account.findMany({ where: { userId } })
  const same = idsOfAccount(rows, row.id)
  for (const one of rows.filter(({ id }) => same.includes(id))) {
    const listed = one.listedName ?? one.name
    const named = name === '' || name === listed ? { name: listed, listedName: null } : { name, listedName: listed }
    const data = { ...named, groupName, hidden, inTotals }
    await db().account.updateMany({ where: { id: one.id, userId }, data })
  }
}

export const moves = ['top', 'up', 'down'] as const
export type Move = (typeof moves)[number]

/** Among all their accounts. Refusals: `not_found`. */
export async function moveAccount({ userId }: Person, id: string, move: Move): Promise<void> {
  const ids = (await findShown(userId)).map(row => row.id)
  const at = ids.indexOf(id)
  if (at < 0) throw new Refused('not_found')
  const to = move === 'top' ? 0 : Math.min(ids.length - 1, Math.max(0, at + (move === 'up' ? -1 : 1)))
  ids.splice(to, 0, ...ids.splice(at, 1))
  const order = jsonText(ids.map((one, position) => ({ id: one, position })))
  await db().$executeRaw`
    UPDATE "Account" AS account SET "position" = placed."position"
    FROM json_to_recordset(${order}::json) AS placed("id" uuid, "position" int)
    WHERE account."id" = placed."id" AND account."userId" = ${userId}::uuid`
}
