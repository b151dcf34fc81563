import { orderStatuses } from '#lib/domain/payments/order.ts'

/** Webhook event types. `payment.executed` is the bank's statement that money moved; nothing earlier means "paid". */

export const webhookEventTypes = [
  ...orderStatuses.map(status => `payment.${status}` as const),
  ...orderStatuses.map(status => `refund.${status}` as const),
  /** Reconciliation saw the money arrive. */
  'payment.received',
  /** Sent by hand, to try an endpoint. */
  'endpoint.test',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** The event type of an order's status. */
export function eventTypeOf(kind: string, status: (typeof orderStatuses)[number]): WebhookEventType {
  return kind === 'refund' ? `refund.${status}` : `payment.${status}`
}

/** Whether an endpoint with these types receives one; an empty list means all. */
export function isWanted(wanted: readonly string[], type: WebhookEventType): boolean {
  return wanted.length === 0 || type === 'endpoint.test' || wanted.includes(type)
}

/** Whether a stored type is a known one. */
export function isWebhookEventType(text: string): text is WebhookEventType {
  return webhookEventTypes.some(type => type === text)
}
