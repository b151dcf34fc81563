import { isDatabaseAway } from '#lib/base/database-away.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { exchangeLimitMs, type LinkEvent } from '#lib/domain/consent/link.ts'
import { reportOurFault } from '#lib/services/banks/refusal.ts'
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
  for (const flow of flows) {
    const move = { flow, from: 'redirected', event: 'expired' } as const
    if (await db().$transaction(tx => moveFlow(tx, move))) moved += 1
  }
  return moved
}

/** Revokes stored tokens (L5). Returns how many. */
export async function sweepDeadExchanges(): Promise<number> {
  const begunBefore = new Date(now().getTime() - exchangeLimitMs)
  const flows = await db().linkFlow.findMany({
    where: { status: 'exchanging', callbackAt: { lte: begunBefore } },
    take: atOnce,
  })
  return endAll(flows, 'exchanging', 'answer_lost')
}

/** Unclaimed for fifteen minutes (C9). Returns how many. */
export async function sweepQuarantine(): Promise<number> {
  const flows = await db().linkFlow.findMany({
    where: { status: 'quarantined', quarantinedUntil: { lte: now() } },
    take: atOnce,
  })
  return endAll(flows, 'quarantined', 'quarantine_over')
}

type Waiting = 'exchanging' | 'quarantined'

/** One whose tokens no key opens keeps no other waiting. */
async function endAll(flows: readonly Flow[], from: Waiting, event: LinkEvent): Promise<number> {
  let ended = 0
  for (const flow of flows) {
    try {
      if (await endAndRevoke(flow, from, event)) ended += 1
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      reportOurFault(error, 'link.sweep')
    }
  }
  return ended
}

async function endAndRevoke(flow: Flow, from: Waiting, event: LinkEvent): Promise<boolean> {
  const tokens = await openTokens(flow)
  const ended = await db().$transaction(async tx => {
    if (!(await moveFlow(tx, { flow, from, event }))) return null
    const about = { userId: flow.userId, connectionId: null, bankCode: flow.bankCode }
    return { revocationId: tokens && (await queueRevocation(tx, about, tokens.refreshToken.reveal())) }
  })
  if (ended?.revocationId) await revokeNow(ended.revocationId, null)
  return ended !== null
}
