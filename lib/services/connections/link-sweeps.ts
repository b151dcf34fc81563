import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { exchangeLimitMs, type LinkEvent } from '#lib/domain/consent/link.ts'
import { queueRevocation, revokeNow } from '#lib/services/grants/revocations.ts'
import { type Flow, moveFlow, openTokens } from './link-flow.ts'

/** Safe in several processes. */

const atOnce = 50

/** Returns how many. */
export async function sweepExpiredFlows(): Promise<number> {
  const flows = await db().linkFlow.findMany({
    where: { status: 'redirected', expiresAt: { lte: now() } },
    take: atOnce,
  })
  let moved = 0
  for (const flow of flows) if (await moveFlow(db(), { flow, from: 'redirected', event: 'expired' })) moved += 1
  return moved
}

/** Revokes stored tokens (L5). Returns how many. */
export async function sweepDeadExchanges(): Promise<number> {
  const begunBefore = new Date(now().getTime() - exchangeLimitMs)
  const flows = await db().linkFlow.findMany({
    where: { status: 'exchanging', callbackAt: { lte: begunBefore } },
    take: atOnce,
  })
  let ended = 0
  for (const flow of flows) if (await endAndRevoke(flow, 'exchanging', 'answer_lost')) ended += 1
  return ended
}

/** Unclaimed for fifteen minutes (C9). Returns how many. */
export async function sweepQuarantine(): Promise<number> {
  const flows = await db().linkFlow.findMany({
    where: { status: 'quarantined', quarantinedUntil: { lte: now() } },
    take: atOnce,
  })
  let ended = 0
  for (const flow of flows) if (await endAndRevoke(flow, 'quarantined', 'quarantine_over')) ended += 1
  return ended
}

async function endAndRevoke(flow: Flow, from: 'exchanging' | 'quarantined', event: LinkEvent): Promise<boolean> {
  const tokens = await openTokens(flow)
  const ended = await db().$transaction(async tx => {
    if (!(await moveFlow(tx, { flow, from, event }))) return null
    const about = { userId: flow.userId, connectionId: null, bankCode: flow.bankCode }
    return { revocationId: tokens && (await queueRevocation(tx, about, tokens.refreshToken.reveal())) }
  })
  if (ended?.revocationId) await revokeNow(ended.revocationId, null)
  return ended !== null
}
