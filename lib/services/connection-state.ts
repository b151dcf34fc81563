import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import {
  type ConnectionEvent,
  type ConnectionStatus,
  connectionState,
  isConnectionStatus,
  nextConnectionStatus,
} from '#lib/domain/connection.ts'
import { Refused } from '#lib/domain/refused.ts'

/** A status from the database; one we don't know is a bug, or a newer version's. */
export function parseStatus(text: string): ConnectionStatus {
  if (!isConnectionStatus(text)) throw new Error('a connection has a status we do not know')
  return text
}

type Stored = { readonly status: string; readonly expiresAt: Date | null }

/** Refuses what can't be asked of the bank now: expired (C23), revoked, replaced, disconnected, or never consented. */
export function refuseUnlessActive(connection: Stored): void {
  refuseUnlessAlive(connection)
  if (connection.status === 'choosing') throw new Refused('consent_not_given')
}

/** The same, but a connection whose consent is still being chosen passes. */
export function refuseUnlessAlive(connection: Stored): void {
  const state = connectionState({ status: parseStatus(connection.status), expiresAt: connection.expiresAt }, now())
  if (state === 'expired') throw new Refused('consent_expired')
  if (state === 'revoked' || state === 'replaced') throw new Refused('consent_revoked')
  if (state === 'disconnected') throw new Refused('connection_gone')
}

/** Whether any consent of a connection was ever accepted: a renewed one goes back to choosing without. */
export async function wasConsented(tx: Tx, userId: string, connectionId: string): Promise<boolean> {
  const accepted = { userId, connectionId, answeredAt: { not: null }, status: { in: ['accepted', 'superseded'] } }
  return (await tx.consent.count({ where: accepted })) > 0
}

export type Transition = {
  readonly userId: string
  readonly connectionId: string
  readonly event: ConnectionEvent
  readonly reason: string | null
}

/**
 * Moves a connection along one edge of domain/connection.ts. True when this call moved it: of several that notice the same
 * thing, one does, so that the person is told once. An edge that is not there changes nothing.
 */
export async function moveConnection(tx: Tx, { userId, connectionId, event, reason }: Transition): Promise<boolean> {
  const row = await tx.connection.findFirst({ where: { id: connectionId, userId }, select: { status: true } })
  if (!row) return false
  // Only a renewal asks.
  const consented = event === 'renewed' && (await wasConsented(tx, userId, connectionId))
  const status = nextConnectionStatus(parseStatus(row.status), event, { consented })
  if (status === null || status === row.status) return false
  const moved = await tx.connection.updateMany({
    where: { id: connectionId, userId, status: row.status },
    data: { status, statusReason: reason },
  })
  return moved.count === 1
}
