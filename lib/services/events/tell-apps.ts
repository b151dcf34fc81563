import { now } from '#lib/clock.ts'
import type { Prisma, Tx } from '#lib/db.ts'
import { hasAny, leavesOf } from '#lib/domain/apps/allowance.ts'
import type { AppEventType } from '#lib/domain/webhooks/event.ts'
import { writeMessage } from './outbox.ts'

/** What apps hear of: ids of accounts that they may read at that moment, and nothing else. */

type About = { readonly type: AppEventType; readonly userId: string; readonly accounts: Prisma.AccountWhereInput }

/** `appId`: of that app alone. No-op without an address. */
export async function tellApps(tx: Tx, { type, userId, accounts }: About, appId?: string): Promise<void> {
  const open = { endedAt: null, claimedAt: { not: null }, expiresAt: { gt: now() }, webhook: { isNot: null } }
  const which = appId === undefined ? open : { ...open, id: appId }
  const apps = await tx.app.findMany({
    where: { userId, ...which, OR: [{ clientId: null }, { client: { suspendedAt: null } }] },
    include: {
      webhook: { select: { mode: true } },
      accounts: { where: { account: accounts }, include: { account: { include: { connection: true } } } },
    },
  })
  for (const { id, webhook, accounts: allowed } of apps) {
    const account_ids = allowed
      .filter(one => hasAny(leavesOf(one, { ...one.account, connectionStatus: one.account.connection.status })))
      .map(({ accountId }) => accountId)
    if (webhook === null || account_ids.length === 0) continue
    const data = { object: 'accounts', app_id: id, account_ids }
    await writeMessage(tx, { organisationId: id, appId: id, mode: webhook.mode, type, data })
  }
}
