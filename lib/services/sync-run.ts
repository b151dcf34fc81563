import { db } from '#lib/db.ts'
import type { ConsentKind } from '#lib/domain/consent.ts'
import type { Presence } from '#lib/domain/presence.ts'
import { Refused } from '#lib/domain/refused.ts'
import type { Bank } from '#lib/stet/bank.ts'
import { isQuotaUsed } from '#lib/stet/errors.ts'
import type { CallContext, PlannedCall } from '#lib/stet/send.ts'
import type { AispToken } from '#lib/stet/token.ts'
import { recordCalls } from './calls.ts'
import { exhaustQuota, spendQuota } from './quota-use.ts'
import { repeatWhenSilent } from './repeat.ts'
import type { SyncLease } from './sync-lease.ts'
import { withToken } from './tokens.ts'

/** One refresh under way: its lease, and the live request it runs in, if there is one. */
export type SyncRun = { readonly lease: SyncLease; readonly presence: Presence | null }

/** Data of one account, of one kind: what the consent is asked about before every call. */
export type Asked = { readonly accountId: string; readonly kind: ConsentKind }

const flags = {
  balances: 'mayBalances',
  transactions: 'mayTransactions',
  owners: 'mayOwners',
  overdrafts: 'mayOverdrafts',
} as const

/**
 * One reading, of as many calls as it takes: token, access log, and before every byte the three questions. May this be
 * read (consent)? Is this run still the one (lease)? Is there a call left today, if nobody is there (quota)?
 */
export async function readFromBank<T>(
  run: SyncRun,
  asked: Asked | null,
  read: (bank: Bank, token: AispToken, context: CallContext) => Promise<T>,
): Promise<T> {
  const { lease, presence } = run
  const { userId, connectionId, bankCode, signal } = lease
  let latest: PlannedCall | null = null
  const beforeSend = async (call: PlannedCall) => {
    await refuseUnlessAllowed(lease, asked)
    if (presence === null) await spendQuota(lease, call)
    latest = call
  }
  const calls = recordCalls({ userId, connectionId, bankCode, presence, signal, beforeSend })
  const scope = { userId, connectionId, presence, signal }
  try {
    return await repeatWhenSilent(presence !== null, () =>
      withToken(scope, (bank, token) => read(bank, token, calls.context)),
    )
  } catch (error) {
    if (presence === null && isQuotaUsed(error) && latest !== null) await exhaustQuota(lease, latest)
    throw error
  } finally {
    await calls.written()
  }
}

async function refuseUnlessAllowed({ userId, connectionId, leaseId }: SyncLease, asked: Asked | null): Promise<void> {
  const connection = { id: connectionId, userId, status: 'active', syncLeaseId: leaseId }
  const allowed =
    asked === null
      ? await db().connection.count({ where: connection })
      : await db().account.count({ where: { id: asked.accountId, userId, [flags[asked.kind]]: true, connection } })
  if (allowed === 0) throw new Refused('consent_not_given')
}
