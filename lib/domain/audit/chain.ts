import { createHash } from 'node:crypto'
import { compare } from '@guichet/values/text/compare.ts'
import type { AuditFault } from './fault.ts'

/**
 * Hash chain of the audit trail (C49), made by triggers, verified here. A hash covers a salted digest of personal
 * data, so details can be erased and the chain still verifies.
 */
export type ChainedEvent = {
  readonly id: string
  readonly stream: string
  readonly seq: number
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string
  readonly action: string
  readonly userId: string | null
  /** The jsonb's text as hashed. */
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

export type AuditBreak = {
  readonly stream: string
  readonly seq: number
  readonly eventId: string | null
  readonly fault: AuditFault
}

/** Length in bytes, then text. */
function field(value: string | null): string {
  return value === null ? '-:,' : `${Buffer.byteLength(value, 'utf8')}:${value},`
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Of the erasable data, salted; lower-case hex. */
export function digestOf(event: ChainedEvent): string {
  const { salt, stream, userId, detail, ip, requestId, bankRequestId } = event
  return sha256([salt, stream, userId, detail, ip, requestId, bankRequestId].map(field).join(''))
}

/** Stored in its successor; lower-case hex. */
export function hashOfEvent({ seq, prevHash, at, action, digest }: ChainedEvent): string {
  return sha256([String(seq), prevHash, at, action, digest].map(field).join(''))
}

/** `null` at the beginning; a long stream is verified in parts. */
export type ChainPosition = { readonly seq: number; readonly hash: string }

/** In order, from the end of an earlier part. */
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

/** A truncated chain is consistent in itself. */
export function checkHead(head: ChainHead, position: ChainPosition | null): AuditBreak | null {
  if (head.seq === (position?.seq ?? 0) && head.hash === (position?.hash ?? '')) return null
  return { stream: head.stream, seq: head.seq, eventId: null, fault: 'head' }
}

/** Logged elsewhere, it reveals a rebuilt trail. */
export function digestHeads(heads: readonly ChainHead[]): string {
  const sorted = [...heads].sort((one, other) => compare(one.stream, other.stream))
  return sha256(sorted.flatMap(({ stream, seq, hash }) => [stream, String(seq), hash].map(field)).join(''))
}
