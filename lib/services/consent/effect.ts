import type { ConsentChoice } from '@guichet/stet/terms/consent-choice.ts'
import { lockFor } from '#lib/base/locks.ts'
import { Prisma, type Tx } from '#lib/db.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import { handOver } from '#lib/services/accounts/twins.ts'
import { type MayColumns, mayColumnsOf } from './read.ts'

/** Four flags per account, and deletion of what may not be stored. */

type May = MayColumns
type ConsentedAccountRow = Awaited<ReturnType<typeof readRows>>[number]

const mayFlags = ['mayBalances', 'mayTransactions', 'mayOwners', 'mayOverdrafts'] as const

function readRows(tx: Tx, { userId, connectionId }: OwnConnection) {
  return tx.account.findMany({
    where: { userId, connectionId },
    select: {
      id: true,
      kind: true,
      resourceId: true,
      iban: true,
      linkedResourceId: true,
      mayBalances: true,
      mayTransactions: true,
      mayOwners: true,
      mayOverdrafts: true,
    },
  })
}

async function decide(
  tx: Tx,
  owner: OwnConnection,
  choice: ConsentChoice,
): Promise<{ row: ConsentedAccountRow; may: May }[]> {
  const rows = await readRows(tx, owner)
  const listing = rows.map(row => ({ ...row, kind: row.kind === 'card' ? ('card' as const) : ('account' as const) }))
  const toMay = mayColumnsOf(choice, listing)
  return listing.map(row => ({ row, may: toMay(row) }))
}

export async function countRowsToDelete(tx: Tx, owner: OwnConnection, choice: ConsentChoice) {
  const decided = await decide(tx, owner, choice)
  const { userId, connectionId } = owner
  const without = (flag: keyof May) => ({ in: decided.filter(({ may }) => !may[flag]).map(({ row }) => row.id) })
  const given = { not: Prisma.DbNull }
  return {
    transactions: await tx.transaction.count({ where: { userId, accountId: without('mayTransactions') } }),
    balances: await tx.balance.count({ where: { userId, accountId: without('mayBalances'), current: true } }),
    owners: await tx.account.count({ where: { userId, id: without('mayOwners'), owners: given } }),
    overdrafts: await tx.account.count({ where: { userId, id: without('mayOverdrafts'), overdraft: given } }),
    identity: choice.psuIdentity ? 0 : await tx.psuIdentity.count({ where: { userId, connectionId } }),
  }
}

/** Before it is sent: what is unticked is not read from then on. The connection is locked. */
export async function applyNarrowerChoice(tx: Tx, owner: OwnConnection, choice: ConsentChoice): Promise<void> {
  const decided = await decide(tx, owner, choice)
  const narrowed = decided.map(({ row, may }) => ({
    row,
    may: {
      mayBalances: row.mayBalances && may.mayBalances,
      mayTransactions: row.mayTransactions && may.mayTransactions,
      mayOwners: row.mayOwners && may.mayOwners,
      mayOverdrafts: row.mayOverdrafts && may.mayOverdrafts,
    },
  }))
  const takesBack = ({ row, may }: { row: ConsentedAccountRow; may: May }) =>
    mayFlags.some(flag => row[flag] !== may[flag])
  await storeFlags(tx, owner, narrowed.filter(takesBack))
}

/** Without the right to read the identity. */
export const noHolder = { psuName: null, holderName: null, holderAnswer: null } as const

/** Flags, and deletion of the rest. */
export async function applyChoice(tx: Tx, owner: OwnConnection, choice: ConsentChoice): Promise<void> {
  const { userId, connectionId } = owner
  // Before the accounts, as everybody who files their lines (R15).
  await lockFor(tx, 'categories', userId)
  const decided = await decide(tx, owner, choice)
  await storeFlags(tx, owner, decided)
  const without = async (flag: keyof May, purge: (ids: { in: string[] }) => Promise<unknown>) => {
    const ids = decided.filter(({ may }) => !may[flag]).map(({ row }) => row.id)
    if (ids.length > 0) await purge({ in: ids })
  }
  await without('mayTransactions', async id => {
    await handOver(tx, userId, id.in)
    await tx.transaction.deleteMany({ where: { userId, accountId: id } })
    const data = { lastReference: null, syncedRows: 0, unreadableRows: 0, completeAt: null, takenBack: [], unread: [] }
    await tx.account.updateMany({ where: { userId, id }, data })
  })
  await without('mayBalances', async id => {
    await tx.balance.deleteMany({ where: { userId, accountId: id } })
    await tx.account.updateMany({ where: { userId, id }, data: { unreadableBalances: 0 } })
  })
  await without('mayOwners', id => tx.account.updateMany({ where: { userId, id }, data: { owners: Prisma.DbNull } }))
  await without('mayOverdrafts', id =>
    tx.account.updateMany({ where: { userId, id }, data: { overdraft: Prisma.DbNull } }),
  )
  if (!choice.psuIdentity) {
    await tx.psuIdentity.deleteMany({ where: { userId, connectionId } })
    await tx.connection.updateMany({ where: { id: connectionId, userId }, data: noHolder })
  }
}

async function storeFlags(
  tx: Tx,
  { userId }: OwnConnection,
  decided: readonly { row: ConsentedAccountRow; may: May }[],
): Promise<void> {
  const groups = Map.groupBy(decided, ({ may }) => JSON.stringify(may))
  for (const group of groups.values()) {
    const [first] = group
    if (first) {
      await tx.account.updateMany({ where: { userId, id: { in: group.map(({ row }) => row.id) } }, data: first.may })
    }
  }
}
