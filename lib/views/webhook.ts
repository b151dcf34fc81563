import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import type { deliveryFaults, deliveryStatuses } from '#lib/domain/webhooks/delivery.ts'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'

type Instant = string

export type WebhookEndpointView = {
  id: string
  mode: (typeof apiModes)[number]
  url: string
  description: string | null
  /** Empty: all. */
  eventTypes: (typeof webhookEventTypes)[number][]
  isEnabled: boolean
  /** `gone`: it answered 410. */
  disabledReason: 'owner' | 'gone' | null
  secretCreatedAt: Instant
  previousSecretUntil: Instant | null
  createdAt: Instant
}

/** With a secret. */
export type NewSecretView = { secret: string; endpoint: WebhookEndpointView }

export type WebhookAttemptView = {
  at: Instant
  durationMs: number
  status: number | null
  fault: (typeof deliveryFaults)[number] | null
}

export type WebhookDeliveryView = {
  id: string
  endpointId: string
  messageId: string
  type: string
  orderId: string | null
  sequence: number | null
  status: (typeof deliveryStatuses)[number]
  tries: number
  nextAt: Instant | null
  createdAt: Instant
  finishedAt: Instant | null
  /** Newest first. */
  attempts: WebhookAttemptView[]
}

export type DeliveryPageView = { deliveries: WebhookDeliveryView[]; next: string | null }

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
