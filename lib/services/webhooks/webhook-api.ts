import { db } from '#lib/db.ts'
import type {
  Page,
  TestDelivery,
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookEndpointPatch,
  WebhookEndpointWithSecret,
} from '#lib/domain/v1-schemas.ts'
import type { NewSecretView, WebhookEndpointView } from '#lib/domain/webhook-view.ts'
import type { KeyHolder } from '#lib/services/merchant/api-keys.ts'
import type { Keep } from '#lib/services/merchant/idempotency.ts'
import {
  alterEndpoint,
  endpointOf,
  endpointsOf,
  findEndpoint,
  makeEndpoint,
  removeEndpoint,
  replaceSecret,
} from './webhook-endpoints.ts'
import { writeTest } from './webhook-log.ts'

/** Webhook endpoints for a merchant's program: its key was made with the password, and has the scope for it. */

/** Makes one; the answer with its secret is kept in the same transaction. Refusals: `invalid_input`. */
export async function createEndpointV1(
  { organisationId, mode, createdByUserId }: KeyHolder,
  { url, description, event_types: eventTypes }: WebhookEndpointInput,
  keep: Keep,
): Promise<WebhookEndpointWithSecret> {
  return db().$transaction(async tx => {
    const made = await makeEndpoint(organisationId, { mode, url, description, eventTypes }, createdByUserId, tx)
    const body = viewSecret(made)
    await keep(tx, { status: 201, body })
    return body
  })
}

/** All of them, oldest first. */
export async function listEndpointsV1({ organisationId, mode }: KeyHolder): Promise<Page<WebhookEndpoint>> {
  const endpoints = await endpointsOf(organisationId, mode)
  return { object: 'list', data: endpoints.map(viewEndpointV1), next_cursor: null }
}

/** One. Refusals: `not_found`. */
export async function readEndpointV1({ organisationId, mode }: KeyHolder, id: string): Promise<WebhookEndpoint> {
  return viewEndpointV1(await endpointOf(organisationId, mode, id))
}

/** Changes one. Refusals: `not_found`, `invalid_input`. */
export async function changeEndpointV1(
  { organisationId, mode, createdByUserId }: KeyHolder,
  id: string,
  { url, description, event_types: eventTypes, enabled: isEnabled }: WebhookEndpointPatch,
): Promise<WebhookEndpoint> {
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(eventTypes === undefined ? {} : { eventTypes }),
    ...(isEnabled === undefined ? {} : { isEnabled }),
  }
  const changed = await db().$transaction(tx => alterEndpoint(organisationId, id, change, createdByUserId, tx, mode))
  return viewEndpointV1(changed)
}

/** Takes one away. Refusals: `not_found`. */
export async function deleteEndpointV1(
  { organisationId, mode, createdByUserId }: KeyHolder,
  id: string,
): Promise<void> {
  await db().$transaction(tx => removeEndpoint(organisationId, id, createdByUserId, tx, mode))
}

/** A new secret for one; the answer is kept in the same transaction. Refusals: `not_found`. */
export async function rotateSecretV1(
  { organisationId, mode, createdByUserId }: KeyHolder,
  id: string,
  keep: Keep,
): Promise<WebhookEndpointWithSecret> {
  return db().$transaction(async tx => {
    const body = viewSecret(await replaceSecret(organisationId, id, createdByUserId, tx, mode))
    await keep(tx, { status: 200, body })
    return body
  })
}

/** Sends `endpoint.test`. Refusals: `not_found`, `invalid_input` (field `endpoint`) when it is off, `too_many_tries`. */
export async function testEndpointV1(
  { organisationId, mode }: KeyHolder,
  id: string,
  keep: Keep,
): Promise<TestDelivery> {
  await findEndpoint(organisationId, id, mode)
  return db().$transaction(async tx => {
    const sent = await writeTest(organisationId, id, tx, mode)
    const body = { object: 'test_delivery', id: sent.id, event_id: `msg_${sent.messageId}`, endpoint_id: id } as const
    await keep(tx, { status: 200, body })
    return body
  })
}

function viewEndpointV1(endpoint: WebhookEndpointView): WebhookEndpoint {
  const { id, mode, url, description } = endpoint
  return {
    ...{ id, object: 'webhook_endpoint', mode, url, description },
    event_types: endpoint.eventTypes,
    enabled: endpoint.isEnabled,
    disabled_reason: endpoint.disabledReason,
    previous_secret_until: endpoint.previousSecretUntil,
    created_at: endpoint.createdAt,
  }
}

const viewSecret = ({ secret, endpoint }: NewSecretView) => ({ ...viewEndpointV1(endpoint), secret })
