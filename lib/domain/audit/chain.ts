import { createHash } from 'node:crypto'
import { compare } from '@guichet/values/text/compare.ts'
import type { AuditFault } from './fault.ts'

/**
 * The audit trail's hash chain (C49): created by database triggers, verified here. Each event's hash covers its number,
 * its predecessor's hash, time, action, and a salted digest of all personal data. So a person's details can be erased
 * and the chain still verifies: only the digest of an erased event is left.
 */
export type ChainedEvent = {
  readonly id: string
  readonly stream: string
  readonly seq: number
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string
  readonly action: string
  readonly userId: string | null
  /** The text of the database's jsonb as it was hashed. */
  readonly detail: string | null
  readonly ip: string | null
  readonly requestId: string | null
  readonly bankRequestId: string | null
  readonly salt: string | null
  readonly digest: string
  readonly prevHash: string
  readonly hash: string
  readonly erased: boolean
}

export type ChainHead = { readonly stream: string; readonly seq: number; readonly hash: string }

/** Where a chain breaks, and how. */
export type AuditBreak = {
  readonly stream: string
  readonly seq: number
  readonly eventId: string | null
  readonly fault: AuditFault
}

/** A field in its hashed form: length in bytes, then text. */
function field(value: string | null): string {
  return value === null ? '-:,' : `${Buffer.byteLength(value, 'utf8')}:${value},`
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The salted digest of an event's erasable data. Lower-case hex. */
export function digestOf(event: ChainedEvent): string {
  const { salt, stream, userId, detail, ip, requestId, bankRequestId } = event
  return sha256([salt, stream, userId, detail, ip, requestId, bankRequestId].map(field).join(''))
}

/** The hash of an event, stored in its successor. Lower-case hex. */
export function hashOfEvent({ seq, prevHash, at, action, digest }: ChainedEvent): string {
  return sha256([String(seq), prevHash, at, action, digest].map(field).join(''))
}

/** The last verified event of a stream; `null` at its beginning. A long stream is verified in parts. */
export type ChainPosition = { readonly seq: number; readonly hash: string }

/** Verifies events of one stream, in order, continuing from the end of an earlier part. */
export function checkEvents(
  events: readonly ChainedEvent[],
  from: ChainPosition | null,
): { readonly position: ChainPosition | null; readonly breaks: readonly AuditBreak[] } {
  const breaks: AuditBreak[] = []
  let position = from
  for (const event of events) {
    const fault = faultOf(event, position)
    if (fault) breaks.push({ stream: event.stream, seq: event.seq, eventId: event.id, fault })
    position = { seq: event.seq, hash: event.hash }
  }
  return { position, breaks }
}

function faultOf(event: ChainedEvent, before: ChainPosition | null): AuditFault | null {
  if (event.seq !== (before?.seq ?? 0) + 1) return 'missing'
  if (!event.erased && digestOf(event) !== event.digest) return 'digest'
  if (event.prevHash !== (before?.hash ?? '')) return 'link'
  if (hashOfEvent(event) !== event.hash) return 'hash'
  return null
}

/** Whether a stream ends where its head says: a truncated chain is consistent in itself. */
export function checkHead(head: ChainHead, position: ChainPosition | null): AuditBreak | null {
  if (head.seq === (position?.seq ?? 0) && head.hash === (position?.hash ?? '')) return null
  return { stream: head.stream, seq: head.seq, eventId: null, fault: 'head' }
}

/** One digest over all heads, ordered by stream: logged elsewhere, it reveals a trail that was rebuilt. */
export function digestHeads(heads: readonly ChainHead[]): string {
  const sorted = [...heads].sort((one, other) => compare(one.stream, other.stream))
  return sha256(sorted.flatMap(({ stream, seq, hash }) => [stream, String(seq), hash].map(field)).join(''))
}
