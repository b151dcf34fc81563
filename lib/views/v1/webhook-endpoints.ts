import { examples } from '@guichet/api-reference/openapi.ts'
import { multiLine, singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'
import { exampleIds, exampleTimes, Id, Instant, Mode, pageOf } from './members.ts'
import { type Operation, operation, unusableUrls } from './operation.ts'

const EventTypes = z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length)

export const WebhookEndpoint = z
  .object({
    id: Id,
    object: z.literal('webhook_endpoint'),
    mode: Mode,
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(z.enum(webhookEventTypes)),
    enabled: z.boolean(),
    disabled_reason: z.enum(['owner', 'gone']).nullable(),
    previous_secret_until: Instant.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'WebhookEndpoint' })

const exampleEndpoint: z.infer<typeof WebhookEndpoint> = {
  id: exampleIds.endpoint,
  object: 'webhook_endpoint',
  mode: 'test',
  url: 'https://shop.example/webhooks',
  description: 'Orders',
  event_types: ['payment.executed', 'payment.received'],
  enabled: true,
  disabled_reason: null,
  previous_secret_until: null,
  created_at: exampleTimes.created,
}
examples.add(WebhookEndpoint, { example: exampleEndpoint })

const exampleSecret = {
  ...exampleEndpoint,
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
}

export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().describe('`whsec_…`, shown this once.'),
})
  .meta({ id: 'WebhookEndpointWithSecret' })
  .register(examples, { example: exampleSecret })

export const TestDelivery = z
  .object({ object: z.literal('test_delivery'), id: Id, event_id: z.string(), endpoint_id: Id })
  .meta({ id: 'TestDelivery' })
  .register(examples, {
    example: {
      object: 'test_delivery',
      id: exampleIds.delivery,
      event_id: exampleIds.event,
      endpoint_id: exampleIds.endpoint,
    },
  })

export const webhookEndpoints = {
  createWebhookEndpoint: operation('post', '/webhook-endpoints', 'webhook.create', {
    status: 201,
    summary: 'Create a webhook endpoint',
    description:
      'Registers an address of your server for events. `secret` checks their signatures (Standard Webhooks); it is in this answer only.',
    errors: ['endpoint_limit_reached', ...unusableUrls],
    body: z.strictObject({
      // More than 500 has a code of its own.
      url: singleLine(2_000).min(1).describe('https, on port 443 or 8443, on the public internet.'),
      description: multiLine(200).default(''),
      event_types: EventTypes.default([]).describe('Empty: all.'),
    }),
    answer: WebhookEndpointWithSecret,
    requests: {
      all: { summary: 'All events', value: { url: 'https://shop.example/webhooks' } },
      some: {
        summary: 'Some events',
        value: {
          url: 'https://shop.example/webhooks',
          description: 'Orders',
          event_types: ['payment.executed', 'refund.executed'],
        },
      },
    },
  }),
  listWebhookEndpoints: operation('get', '/webhook-endpoints', 'webhook.read', {
    summary: 'List webhook endpoints',
    description: 'The endpoints of the mode of your key, oldest first. There are 16 at most, so the list has one page.',
    answer: pageOf(WebhookEndpoint),
  }),
  readWebhookEndpoint: operation('get', '/webhook-endpoints/{id}', 'webhook.read', {
    summary: 'Read a webhook endpoint',
    description: 'One endpoint, without its secret.',
    answer: WebhookEndpoint,
  }),
  changeWebhookEndpoint: operation('patch', '/webhook-endpoints/{id}', 'webhook.change', {
    summary: 'Change a webhook endpoint',
    description:
      'Changes the address, the description or the event types of an endpoint, or turns it on or off. Members you leave out stay as they are. Events of the time it was off are delivered once it is on again, unless you skip them.',
    errors: unusableUrls,
    body: z.strictObject({
      url: singleLine(2_000).min(1).optional(),
      description: multiLine(200).optional(),
      event_types: EventTypes.optional(),
      enabled: z.boolean().optional(),
      missed_events: z
        .enum(['deliver', 'skip'])
        .default('deliver')
        .describe(
          'When it is turned on: whether events of the time it was off are delivered. They are kept for 30 days.',
        ),
    }),
    answer: WebhookEndpoint,
    requests: {
      off: { summary: 'Turn it off', value: { enabled: false } },
      on: { summary: 'Turn it on, without what it missed', value: { enabled: true, missed_events: 'skip' } },
    },
    example: { ...exampleEndpoint, enabled: false, disabled_reason: 'owner' },
  }),
  deleteWebhookEndpoint: operation('delete', '/webhook-endpoints/{id}', 'webhook.delete', {
    status: 204,
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint. It receives nothing more, and its log is no longer shown.',
  }),
  rotateWebhookSecret: operation('post', '/webhook-endpoints/{id}/rotate-secret', 'webhook.secret', {
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Replaces the secret. For 24 hours events are signed with both secrets, so that your server can change without losing one. A second rotation in that time needs `force`.',
    errors: ['secret_rotated_recently'],
    body: z.strictObject({
      force: z
        .boolean()
        .default(false)
        .describe('Rotate again within 24 hours: the secret before the last one stops signing at once.'),
    }),
    answer: WebhookEndpointWithSecret,
    requests: {
      rotate: { summary: 'With both secrets for 24 hours', value: {} },
      again: { summary: 'A second time, after a leak', value: { force: true } },
    },
    example: { ...exampleSecret, previous_secret_until: exampleTimes.expires },
  }),
  testWebhookEndpoint: operation('post', '/webhook-endpoints/{id}/test', 'webhook.test', {
    summary: 'Send a test event',
    description:
      'Sends `endpoint.test` to the endpoint, whatever its event types are. Its log in the dashboard shows the answer of your server.',
    errors: ['endpoint_disabled'],
    answer: TestDelivery,
  }),
} as const satisfies Record<string, Operation>
