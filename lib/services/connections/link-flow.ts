import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TokenSet } from '@guichet/stet/oauth.ts'
import { aispToken, refreshToken } from '@guichet/stet/token.ts'
import { z } from 'zod'
import { appendAudit } from '#lib/base/audit.ts'
import { repeatWhileAway } from '#lib/base/database-away.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type LinkEvent, type LinkStatus, nextFlow } from '#lib/domain/consent/link.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { open, seal } from '#lib/vault.ts'

/** The row of one link flow: its secrets, its transitions, and who may see it. */

export type Flow = NonNullable<Awaited<ReturnType<typeof findFlowByState>>>

/** The state of a link flow is a bearer secret while the flow is open, so only its SHA-256 is stored (C2). */
export function findFlowByState(state: string) {
  return db().linkFlow.findUnique({ where: { stateHash: hashOf(state) } })
}

/**
 * A secret that only a browser that received the callback can know, derived from the one-time code. Without it, an attacker who sends
 * a victim to the bank could later claim what the victim's browser brought back (C9).
 */
export function claimSecretOf(flowId: string, code: string): string {
  return createHmac('sha256', code).update(`claim ${flowId}`).digest('base64url')
}

/** Whether a secret belongs to this link flow's callback. */
export function isClaimSecret(flow: { readonly claimHash: string | null }, secret: string): boolean {
  if (flow.claimHash === null) return false
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(flow.claimHash))
}

const verifierColumn = (flowId: string) => ({ row: flowId, column: 'LinkFlow.verifierSealed' })
const tokensColumn = (flowId: string) => ({ row: flowId, column: 'LinkFlow.sealedTokens' })

/** The PKCE verifier of a link flow, sealed to its row. */
export function sealVerifier(flowId: string, verifier: string): Promise<string> {
  return seal(verifier, verifierColumn(flowId))
}

/** The PKCE verifier in plain text; null if the bank does not support PKCE. */
export async function openVerifier(flow: Flow): Promise<string | null> {
  return flow.verifierSealed === null ? null : open(flow.verifierSealed, verifierColumn(flow.id))
}

/** Tokens of a link flow as they are stored, inside the encryption. */
const KeptTokens = z.object({ access: z.string(), refresh: z.string(), expiresAt: z.string().pipe(z.coerce.date()) })

/** Stores the bank's tokens, sealed, before anything else is done with them, so that a crash leaves something to revoke (L5). */
export async function storeTokens(flowId: string, tokens: TokenSet): Promise<void> {
  const kept: z.input<typeof KeptTokens> = {
    access: tokens.accessToken.reveal(),
    refresh: tokens.refreshToken.reveal(),
    expiresAt: tokens.expiresAt.toISOString(),
  }
  const sealedTokens = await seal(JSON.stringify(kept), tokensColumn(flowId))
  const where = { id: flowId, status: 'exchanging' as const }
  await repeatWhileAway(() => db().linkFlow.updateMany({ where, data: { sealedTokens } }))
}

/** The tokens stored in a link flow until it has a connection. Null if there are none. Throws if they have an unknown form. */
export async function openTokens(flow: Pick<Flow, 'id' | 'bankCode' | 'sealedTokens'>): Promise<TokenSet | null> {
  if (flow.sealedTokens === null) return null
  const kept = KeptTokens.parse(JSON.parse(await open(flow.sealedTokens, tokensColumn(flow.id))))
  return {
    accessToken: aispToken(flow.bankCode, kept.access),
    refreshToken: refreshToken(flow.bankCode, kept.refresh),
    expiresAt: kept.expiresAt,
  }
}

export type FlowMove = {
  readonly flow: Pick<Flow, 'id' | 'userId' | 'bankCode' | 'purpose'>
  readonly from: LinkStatus
  readonly event: LinkEvent
  readonly bankError?: string | null
  readonly supportId?: string | null
  readonly connectionId?: string
  readonly outcome?: 'linked' | 'renewed' | 'merged'
  readonly quarantinedUntil?: Date
  /** A condition besides the status. */
  readonly unless?: 'quarantine_over'
}

/**
 * Applies one transition of domain/consent/link.ts if the link flow still has the expected status. True if this call applied it: of two
 * callbacks, a callback and a sweep, or two claims, exactly one succeeds (C5, L1). Endings are recorded in the audit trail.
 */
export async function moveFlow(tx: Tx, move: FlowMove): Promise<boolean> {
  const { flow, from, event } = move
  const next = nextFlow(from, event)
  if (next === null) return false
  const at = now()
  const { connectionId, outcome, quarantinedUntil } = move
  const inTime = move.unless === 'quarantine_over' ? { quarantinedUntil: { gt: at } } : {}
  const { count } = await tx.linkFlow.updateMany({
    where: { id: flow.id, status: from, ...inTime },
    data: {
      status: next.status,
      failure: next.failure,
      bankError: move.bankError ?? null,
      supportId: move.supportId ?? null,
      ...omitUndefined({ connectionId, outcome, quarantinedUntil }),
      ...(next.status === 'quarantined' ? {} : { sealedTokens: null, finishedAt: at }),
      verifierSealed: null,
    },
  })
  if (count === 0) return false
  await appendAudit(
    {
      userId: flow.userId,
      stream: `user:${flow.userId}`,
      action: `link.${next.status}`,
      detail: { flowId: flow.id, bank: flow.bankCode, purpose: flow.purpose, failure: next.failure },
    },
    tx,
  )
  return true
}
