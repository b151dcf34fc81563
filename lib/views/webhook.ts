import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { deliveryFaults, deliveryStatuses } from '#lib/domain/webhooks/delivery.ts'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'

const Instant = z.iso.datetime()

export const WebhookEndpointView = z.object({
  id: z.uuid(),
  mode: z.enum(apiModes),
  url: z.string(),
  description: z.string().nullable(),
  /** Empty: all. */
  eventTypes: z.array(z.enum(webhookEventTypes)),
  isEnabled: z.boolean(),
  /** `gone`: it answered 410. */
  disabledReason: z.enum(['owner', 'gone']).nullable(),
  secretCreatedAt: Instant,
  previousSecretUntil: Instant.nullable(),
  createdAt: Instant,
})
export type WebhookEndpointView = z.infer<typeof WebhookEndpointView>

/** With a secret. */
export const NewSecretView = z.object({ secret: z.string(), endpoint: WebhookEndpointView })
export type NewSecretView = z.infer<typeof NewSecretView>

export const WebhookAttemptView = z.object({
  at: Instant,
  durationMs: z.int(),
  status: z.int().nullable(),
  fault: z.enum(deliveryFaults).nullable(),
})
export type WebhookAttemptView = z.infer<typeof WebhookAttemptView>

export const WebhookDeliveryView = z.object({
  id: z.uuid(),
  endpointId: z.uuid(),
  messageId: z.uuid(),
  type: z.string(),
  orderId: z.uuid().nullable(),
  sequence: z.int().nullable(),
  status: z.enum(deliveryStatuses),
  tries: z.int(),
  nextAt: Instant.nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** Newest first. */
  attempts: z.array(WebhookAttemptView),
})
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>

export const DeliveryPageView = z.object({ deliveries: z.array(WebhookDeliveryView), next: z.string().nullable() })
export type DeliveryPageView = z.infer<typeof DeliveryPageView>

export const EndpointInput = z.strictObject({
  mode: z.enum(apiModes),
  url: typedSingleLine(600).min(1),
  description: typedSingleLine(200).default(''),
  eventTypes: z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length).default([]),
})
export type EndpointInput = z.infer<typeof EndpointInput>

export const EndpointChange = z.strictObject({
  url: typedSingleLine(600).min(1).optional(),
  description: typedSingleLine(200).optional(),
  eventTypes: z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length).optional(),
  isEnabled: z.boolean().optional(),
  /** Events of the time it was off. */
  missed: z.enum(['deliver', 'skip']).default('deliver'),
})
export type EndpointChange = z.input<typeof EndpointChange>

/** Although rotated within 24 hours. */
export const SecretRotation = z.strictObject({ isForced: z.boolean().default(false) })
export type SecretRotation = z.infer<typeof SecretRotation>
