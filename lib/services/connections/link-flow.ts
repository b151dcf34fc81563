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

export type Flow = NonNullable<Awaited<ReturnType<typeof findFlowByState>>>

/** A bearer secret: only its SHA-256 is stored (C2). */
export function findFlowByState(state: string) {
  return db().linkFlow.findUnique({ where: { stateHash: hashOf(state) } })
}

/**
 * Derived from the one-time code, known to the callback's browser only: or an attacker could claim what a victim's
 * brought back (C9).
 */
export function claimSecretOf(flowId: string, code: string): string {
  return createHmac('sha256', code).update(`claim ${flowId}`).digest('base64url')
}

export function isClaimSecret(flow: { readonly claimHash: string | null }, secret: string): boolean {
  if (flow.claimHash === null) return false
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(flow.claimHash))
}

const verifierColumn = (flowId: string) => ({ row: flowId, column: 'LinkFlow.verifierSealed' })
const tokensColumn = (flowId: string) => ({ row: flowId, column: 'LinkFlow.sealedTokens' })

export function sealVerifier(flowId: string, verifier: string): Promise<string> {
  return seal(verifier, verifierColumn(flowId))
}

/** Null: no PKCE. */
export async function openVerifier(flow: Flow): Promise<string | null> {
  return flow.verifierSealed === null ? null : open(flow.verifierSealed, verifierColumn(flow.id))
}

/** Inside the encryption. */
const KeptTokens = z.object({ access: z.string(), refresh: z.string(), expiresAt: z.string().pipe(z.coerce.date()) })

/** First of all, so that a crash leaves something to revoke (L5). */
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

/** Null: none. Throws for an unknown form. */
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
  readonly unless?: 'quarantine_over'
}

/** If it still has the expected status: of two callers one succeeds (C5, L1). Endings are audited. */
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
