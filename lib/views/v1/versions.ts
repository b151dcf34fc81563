import type { WebhookEventType } from '#lib/domain/webhooks/event.ts'
import type { OperationName } from './operations.ts'

/**
 * Dated versions of the API v1. A key is pinned to the version that was the newest when it was made; a request may name another one in
 * `Guichet-Version`. Routes and services know the newest version alone: a request of an older one is translated forward through every
 * later version, and its answer back. An event is stored in the version that was the newest then, and translated back for a webhook
 * endpoint or a request of an older one. The change log under /docs/api/versions is this table.
 *
 * A new row is for changes that can break a program: something removed, renamed, newly required, or with another meaning. New optional
 * members, operations, event types and error codes come without one.
 */

/** Query and JSON body of a request; `body` is undefined if there is none. */
export type Sent = { readonly query: unknown; readonly body: unknown }

export type ApiChange = {
  /** What changed and what a program has to do. */
  readonly en: string
  readonly fr: string
  readonly operations: readonly OperationName[]
  /** A request of the version before, as this version wants it. What makes no sense is left as it is, for the schemas to refuse. */
  readonly forward?: (sent: Sent) => Sent
  /** An answer of this version, as the version before gave it. Never called with a problem. */
  readonly back?: (answer: unknown) => unknown
  /** The events that changed. */
  readonly events?: readonly WebhookEventType[]
  /** The `data` of such an event, as the version before gave it. */
  readonly backData?: (data: unknown) => unknown
}

export type ApiVersion = {
  /** The day of its release, which is its name: YYYY-MM-DD. */
  readonly date: string
  readonly changes: readonly ApiChange[]
}

/** Every version, oldest first. */
export const apiVersions: readonly ApiVersion[] = [
  {
    date: '2026-11-26',
    changes: [{ en: 'The first version.', fr: 'La première version.', operations: [] }],
  },
]

/** The names of all versions, oldest first. */
export const versionDates: readonly string[] = apiVersions.map(({ date }) => date)

/** The version that new keys are pinned to. */
export const newestVersion = versionDates.at(-1) ?? ''

/** The version of a request: the one it names, else its key's. Null if it names one that does not exist. */
export function versionOf(
  header: string | null,
  pinned: string,
  known: readonly string[] = versionDates,
): string | null {
  if (header === null) return pinned
  return known.find(date => date === header.trim()) ?? null
}

/** The changes of an operation after a version, oldest first. */
function changesAfter(version: string, name: OperationName, versions: readonly ApiVersion[]): readonly ApiChange[] {
  return versions
    .filter(({ date }) => date > version)
    .flatMap(({ changes }) => changes.filter(({ operations }) => operations.includes(name)))
}

/** A request of a version as the newest version wants it. */
export function bringForward(version: string, name: OperationName, sent: Sent, versions = apiVersions): Sent {
  return changesAfter(version, name, versions).reduce((now, { forward }) => forward?.(now) ?? now, sent)
}

/** An answer of the newest version as a version gives it. */
export function takeBack(version: string, name: OperationName, answer: unknown, versions = apiVersions): unknown {
  return changesAfter(version, name, versions).reduceRight<unknown>((now, { back }) => (back ? back(now) : now), answer)
}

/** An event as it is stored. */
export type StoredEvent = {
  readonly type: string
  /** Its JSON. */
  readonly payload: string
  /** The newest version when it was written. */
  readonly version: string
}

/** The JSON of an event in a version. One that is older than the version stays as it was written. */
export function payloadIn(
  version: string,
  { type, payload, version: written }: StoredEvent,
  versions = apiVersions,
): string {
  const backs = versions
    .filter(({ date }) => date > version && date <= written)
    .flatMap(({ changes }) => changes.filter(({ events = [] }) => events.some(one => one === type)))
    .flatMap(({ backData }) => backData ?? [])
  if (backs.length === 0) return payload
  const { data, ...event } = JSON.parse(payload)
  return JSON.stringify({ ...event, data: backs.reduceRight<unknown>((now, back) => back(now), data) })
}
