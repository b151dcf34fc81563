import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { exchangeLimitMs, type LinkEvent } from '#lib/domain/link.ts'
import { Refused } from '#lib/domain/refused.ts'
import { type Flow, moveFlow, openTokens } from '#lib/services/connections/link-flow.ts'
import { queueRevocation, revokeDue, revokeNow } from '#lib/services/connections/revocations.ts'
import { continueSending, resumeSending } from '#lib/services/consent/consent-sending.ts'

/**
 * What a dead process, a person who left, or the passing of time leaves behind. Rows say what there is to do and leases who
 * does it, so any number of processes may sweep at once.
 */

const atOnce = 50

/** Trips nobody came back from in ten minutes. Returns how many. */
export async function sweepExpiredFlows(): Promise<number> {
  const flows = await db().linkFlow.findMany({
    where: { status: 'redirected', expiresAt: { lte: now() } },
    take: atOnce,
  })
  let moved = 0
  for (const flow of flows) if (await moveFlow(db(), { flow, from: 'redirected', event: 'expired' })) moved += 1
  return moved
}

/** Exchanges whose process died (L5): what the bank issued, if it was kept, goes back to it. Returns how many. */
export async function sweepDeadExchanges(): Promise<number> {
  const begunBefore = new Date(now().getTime() - exchangeLimitMs)
  const flows = await db().linkFlow.findMany({
    where: { status: 'exchanging', callbackAt: { lte: begunBefore } },
    take: atOnce,
  })
  let ended = 0
  for (const flow of flows) if (await giveBack(flow, 'exchanging', 'answer_lost')) ended += 1
  return ended
}

/** Tokens nobody claimed within fifteen minutes go back to the bank (C9). Returns how many trips. */
export async function sweepQuarantine(): Promise<number> {
  const flows = await db().linkFlow.findMany({
    where: { status: 'quarantined', quarantinedUntil: { lte: now() } },
    take: atOnce,
  })
  let ended = 0
  for (const flow of flows) if (await giveBack(flow, 'quarantined', 'quarantine_over')) ended += 1
  return ended
}

async function giveBack(flow: Flow, from: 'exchanging' | 'quarantined', event: LinkEvent): Promise<boolean> {
  const tokens = await openTokens(flow)
  const ended = await db().$transaction(async tx => {
    if (!(await moveFlow(tx, { flow, from, event }))) return null
    const about = { userId: flow.userId, connectionId: null, bankCode: flow.bankCode }
    return { revocationId: tokens && (await queueRevocation(tx, about, tokens.refreshToken.reveal())) }
  })
  if (ended?.revocationId) await revokeNow(ended.revocationId, null)
  return ended !== null
}

/** Grants the bank has not taken back yet. Returns how many it has now. */
export function sweepRevocations(): Promise<number> {
  return revokeDue(atOnce)
}

type Left = { readonly id: string; readonly userId: string }

/** A version of a consent that was written and not answered this long ago is nobody's any more. */
const unansweredSeconds = 30

/** Connections whose newest consent was never answered, with nobody sending it (L8, L10). */
export function findUnansweredConsents(): Promise<Left[]> {
  return db().$queryRaw<Left[]>`
    SELECT DISTINCT c."id", c."userId" FROM "Connection" c
    JOIN "Consent" k ON k."connectionId" = c."id" AND k."status" IN ('pending', 'sent')
    WHERE c."status" IN ('choosing', 'active') AND (c."consentLeaseUntil" IS NULL OR c."consentLeaseUntil" < now())
      AND COALESCE(k."sentAt", k."createdAt") < now() - make_interval(secs => ${unansweredSeconds})
    LIMIT ${atOnce}`
}

/** Sends the newest version again, as the same version. */
export async function finishConsent(connectionId: string): Promise<void> {
  const connection = await db().connection.findFirst({ where: { id: connectionId } })
  if (!connection) return
  await ignoreRefusal(async () => {
    const sending = await resumeSending({ userId: connection.userId, connectionId })
    if (sending) await continueSending(sending, null)
  })
}

/** A refusal is an answer: it stands in the rows. Everything else is thrown, for the queue to try again. */
async function ignoreRefusal(act: () => Promise<unknown>): Promise<Refused | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}
