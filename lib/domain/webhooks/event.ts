import { orderStatuses } from '#lib/domain/payments/order.ts'

/** What merchants are told of. `payment.executed` is the bank's word that the money was moved; nothing before is "paid". */

export const webhookEventTypes = [
  ...orderStatuses.map(status => `payment.${status}` as const),
  ...orderStatuses.map(status => `refund.${status}` as const),
  /** Reconciliation saw the money arrive. */
  'payment.received',
  /** Sent by hand, to try an endpoint. */
  'endpoint.test',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** The type that an order's status is told under. */
export function eventTypeOf(kind: string, status: (typeof orderStatuses)[number]): WebhookEventType {
  return kind === 'refund' ? `refund.${status}` : `payment.${status}`
}

/** Whether an endpoint that asked for these types is told of one; none asked for means all. */
export function isWanted(wanted: readonly string[], type: WebhookEventType): boolean {
  return wanted.length === 0 || type === 'endpoint.test' || wanted.includes(type)
}

/** A type from the database; one we don't know any more is told as it stands. */
export function isWebhookEventType(text: string): text is WebhookEventType {
  return webhookEventTypes.some(type => type === text)
}
