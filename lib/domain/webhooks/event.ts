import { orderStatuses } from '#lib/domain/payments/order/status.ts'

/** Only `payment.executed` means that money moved. */

export const paymentEventTypes = [
  ...orderStatuses.map(status => `payment.${status}` as const),
  /** By reconciliation. */
  'payment.received',
] as const
export const refundEventTypes = ['refund.created', ...orderStatuses.map(status => `refund.${status}` as const)] as const
/** Without money. */
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
export type OrganisationEventType = (typeof organisationEventTypes)[number]

const eventsOfActs = new Map<string, OrganisationEventType>([
  ['activation.approved', 'organisation.activated'],
  ['activation.restored', 'organisation.activated'],
  ['activation.declined', 'organisation.activation_declined'],
  ['activation.paused', 'organisation.activation_paused'],
])
/** By hand. */
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

export function eventTypeOf(kind: string, status: (typeof orderStatuses)[number]): WebhookEventType {
  return kind === 'refund' ? `refund.${status}` : `payment.${status}`
}

/** What an app is told of a person's accounts: ids alone. */
export const appEventTypes = ['accounts.updated', 'consent.ending'] as const
export type AppEventType = (typeof appEventTypes)[number]

/** Null if endpoints aren't told. */
export function organisationEventOf(action: string): OrganisationEventType | null {
  return eventsOfActs.get(action) ?? organisationEventTypes.find(type => type === action) ?? null
}

/** Empty: all. */
export function isWanted(wanted: readonly string[], type: string): boolean {
  return wanted.length === 0 || type === 'endpoint.test' || wanted.includes(type)
}

export function isWebhookEventType(text: string): text is WebhookEventType {
  return webhookEventTypes.some(type => type === text)
}
