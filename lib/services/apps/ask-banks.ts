import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { freshUntil } from '#lib/domain/bank/schedule.ts'
import { readQuotaUse } from '#lib/services/banks/quota-use.ts'
import type { Refreshed } from '#lib/views/data-v1.ts'
import type { QuotaView } from '#lib/views/quota.ts'
import { type Held, type OpenApp, readHeld } from './reading.ts'

/**
 * Has the workers read the banks of an app soon, unattended: it counts in the bank's quota. At most once an hour, and not if the quota is
 * used. Refusals: none.
 */
export async function askBanks(app: OpenApp): Promise<Refreshed> {
  const held = await readHeld(app, [])
  const logins = [...Map.groupBy(held, ({ row }) => row.connection.id)]
  const { userId } = app
  const quotas = await readQuotaUse(
    userId,
    logins.map(([id]) => id),
  )
  const banks = logins.flatMap(([id, accounts]) => {
    const quota = quotas.get(id)
    return quota ? [{ id, ...answerOf(accounts, quota) }] : []
  })
  const asked = banks.flatMap(({ id, state }) => (state === 'asked' ? [id] : []))
  // One that is due sooner, or being read, stays as it is.
  const due = { userId, id: { in: asked }, status: 'active' as const, nextRefreshAt: { gt: now() }, syncLeaseId: null }
  if (asked.length > 0) await db().connection.updateMany({ where: due, data: { nextRefreshAt: now() } })
  return { banks: banks.map(({ id: _, ...bank }) => bank) }
}

type Bank = Refreshed['banks'][number]

function answerOf(accounts: readonly Held[], { left, nextAt }: QuotaView): Bank {
  const { bank, lastSyncedAt } = accounts[0]?.row.connection ?? {}
  const again = lastSyncedAt ? freshUntil(lastSyncedAt) : null
  const isFresh = again !== null && again > now()
  const state = nextAt === null ? 'not_readable' : left === 0 ? 'quota_used' : isFresh ? 'fresh' : 'asked'
  const next = { asked: left > 1 ? freshUntil(now()).toISOString() : nextAt, fresh: again?.toISOString() ?? null }
  return {
    code: bank?.code ?? '',
    name: bank?.name ?? '',
    account_ids: accounts.map(({ row }) => row.id),
    state,
    read_at: lastSyncedAt?.toISOString() ?? null,
    next_possible_at: state === 'asked' || state === 'fresh' ? next[state] : nextAt,
    left_today: state === 'asked' ? left - 1 : left,
  }
}
