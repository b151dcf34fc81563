import { orderStatuses } from '#lib/domain/payments/order.ts'

/** Webhook event types. `payment.executed` is the bank's statement that money moved; nothing earlier means "paid". */

export const paymentEventTypes = [
  ...orderStatuses.map(status => `payment.${status}` as const),
  /** Reconciliation saw the money arrive. */
  'payment.received',
] as const
export const refundEventTypes = ['refund.created', ...orderStatuses.map(status => `refund.${status}` as const)] as const
/** A try at a bank ended without moving money. */
export const attemptEventTypes = ['payment.attempt_failed', 'refund.attempt_failed'] as const
export const checkoutEventTypes = ['checkout_session.expired'] as const
export const organisationEventTypes = [
  'organisation.changed',
  'organisation.return_urls_changed',
  'organisation.beneficiary_changed',
  'organisation.beneficiary_withdrawn',
  'organisation.activated',
  'organisation.activation_declined',
  'organisation.activation_paused',
  'organisation.suspended',
  'organisation.resumed',
] as const
type OrganisationEventType = (typeof organisationEventTypes)[number]

/** Acts of the audit trail whose event has another name. */
const eventsOfActs = new Map<string, OrganisationEventType>([
  ['activation.approved', 'organisation.activated'],
  ['activation.restored', 'organisation.activated'],
  ['activation.declined', 'organisation.activation_declined'],
  ['activation.paused', 'organisation.activation_paused'],
])
/** Sent by hand, to try an endpoint. */
export const testEventTypes = ['endpoint.test'] as const

export const webhookEventTypes = [
  ...paymentEventTypes,
  ...refundEventTypes,
  ...attemptEventTypes,
  ...checkoutEventTypes,
  ...organisationEventTypes,
  ...testEventTypes,
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** The event type of an order's status. */
export function eventTypeOf(kind: string, status: (typeof orderStatuses)[number]): WebhookEventType {
  return kind === 'refund' ? `refund.${status}` : `payment.${status}`
}

/** The event type of an act in an organisation's audit trail; null if endpoints are not told about it. */
export function organisationEventOf(action: string): OrganisationEventType | null {
  return eventsOfActs.get(action) ?? organisationEventTypes.find(type => type === action) ?? null
}

/** Whether an endpoint with these types receives one; an empty list means all. */
export function isWanted(wanted: readonly string[], type: WebhookEventType): boolean {
  return wanted.length === 0 || type === 'endpoint.test' || wanted.includes(type)
}

/** Whether a stored type is a known one. */
export function isWebhookEventType(text: string): text is WebhookEventType {
  return webhookEventTypes.some(type => type === text)
}
