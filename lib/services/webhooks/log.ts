import { type CreatedBetween, createdBetween } from '#lib/base/created-between.ts'
import { readPage } from '#lib/base/cursor.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { type DeliveryFault, deliveryFaults, deliveryStatuses } from '#lib/domain/webhooks/delivery.ts'
import type { WebhookEventType } from '#lib/domain/webhooks/event.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { DeliveryPageView, WebhookDeliveryView } from '#lib/views/webhook.ts'
import { findEndpoint } from './endpoints.ts'

const pageSize = 25
const testLimit = { limit: 30, windowSeconds: 60 }
const resendLimit = { limit: 120, windowSeconds: 60 }

const whole = { message: true, attempts: { orderBy: { at: 'desc' }, take: 20 } } as const
type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ include: typeof whole }>

/** Newest first; `before`: the last id shown. Refusals: `not_found`. */
export async function listDeliveries(
  actor: Actor<'webhook.read'>,
  endpointId: string,
  before: string | null = null,
): Promise<DeliveryPageView> {
  return pageOfDeliveries(await findEndpoint(actor, endpointId), before)
}

/** Of an endpoint that was looked up for its owner. */
export async function pageOfDeliveries(
  { id: endpointId, organisationId }: Pick<Tested, 'id' | 'organisationId'>,
  before: string | null,
): Promise<DeliveryPageView> {
  const where = { endpointId, organisationId }
  const find = (id: string) => db().webhookDelivery.findFirst({ where: { id, ...where } })
  const { page, next } = await readPage(
    { column: 'createdAt', size: pageSize, before, find },
    ({ older, ...reading }) =>
      db().webhookDelivery.findMany({ where: { ...where, ...older }, include: whole, ...reading }),
  )
  return { deliveries: page.map(viewDelivery), next }
}

/** Same `webhook-id`. Refusals: `not_found`, `invalid_input` (`endpoint` off), `too_many_tries`. */
export async function resendDelivery(
  { organisationId }: Actor<'webhook.resend'>,
  deliveryId: string,
): Promise<WebhookDeliveryView> {
  const where = { id: deliveryId, organisationId }
  const known = isUuid(deliveryId) ? await db().webhookDelivery.findFirst({ where, include: { endpoint: true } }) : null
  if (!known || known.endpoint.deletedAt !== null) throw new Refused('not_found')
  if (known.endpoint.disabledAt !== null) throw new Refused('invalid_input', { field: 'endpoint' })
  await takeTry(`webhook-resend:${organisationId}`, resendLimit)
  const again = { status: 'pending' as const, tries: 0, nextAt: now(), finishedAt: null }
  await db().webhookDelivery.updateMany({ where, data: again })
  return viewDelivery(await db().webhookDelivery.findFirstOrThrow({ where, include: whole }))
}

/** Refusals: `not_found`, `invalid_input` (`endpoint` off), `too_many_tries`. */
export async function sendTest<Result>(
  actor: Actor<'webhook.test'>,
  endpointId: string,
  keep: StoreResult<WebhookDeliveryView, Result>,
): Promise<Result> {
  return db().$transaction(async tx => {
    const row = await queueTest(tx, await findEndpoint(actor, endpointId, tx))
    return keep(tx, row)
  })
}

type Tested = Pick<Prisma.WebhookEndpointGetPayload<object>, 'id' | 'mode' | 'organisationId' | 'appId' | 'disabledAt'>

/** Refusals: `invalid_input` (`endpoint` off), `too_many_tries`. */
export async function queueTest(
  tx: Tx,
  { id: endpointId, mode, organisationId, appId, disabledAt }: Tested,
): Promise<WebhookDeliveryView> {
  if (disabledAt !== null) throw new Refused('invalid_input', { field: 'endpoint' })
  await takeTry(`webhook-test:${organisationId}`, testLimit)
  const at = now()
  const type = 'endpoint.test'
  const data = { object: 'test', mode, endpoint_id: endpointId }
  const payload = JSON.stringify({ type, timestamp: at.toISOString(), sequence: null, data })
  const message = await tx.webhookMessage.create({
    data: { organisationId, appId, mode, type, payload, createdAt: at },
  })
  const row = { messageId: message.id, endpointId, organisationId, createdAt: at, nextAt: at }
  return viewDelivery(await tx.webhookDelivery.create({ data: row, include: whole }))
}

export type MessageView = { readonly id: string; readonly payload: string }

type MessageQuery = {
  readonly limit: number
  readonly before: string | null
  readonly type?: WebhookEventType | null
  readonly orderId?: string | null
  readonly created?: CreatedBetween
}

/** Newest first; `before`: the last id shown. Refusals: `invalid_input` (`cursor`). */
export async function listMessages(
  actor: Actor<'event.read'>,
  { limit, before, type = null, orderId = null, created = {} }: MessageQuery,
): Promise<{ readonly messages: readonly MessageView[]; readonly next: string | null }> {
  const { organisationId, mode } = actor
  const among = { organisationId, mode, ...omitUndefined({ type: type ?? undefined, orderId: orderId ?? undefined }) }
  const find = (id: string) => findMessage(actor, id)
  const { page, next } = await readPage(
    { column: 'createdAt', size: limit, before, mustExist: true, find },
    ({ older, ...reading }) =>
      db().webhookMessage.findMany({ where: { ...among, AND: [createdBetween(created), older] }, ...reading }),
  )
  return { messages: page, next }
}

/** Refusals: `not_found`. */
export async function readMessage(actor: Actor<'event.read'>, id: string): Promise<MessageView> {
  return requireFound(await findMessage(actor, id))
}

async function findMessage({ organisationId, mode }: Actor, id: string) {
  return isUuid(id) ? db().webhookMessage.findFirst({ where: { id, organisationId, mode } }) : null
}

function viewDelivery(row: DeliveryRow): WebhookDeliveryView {
  const { id, endpointId, messageId, orderId, sequence, tries } = row
  return {
    id,
    endpointId,
    messageId,
    orderId,
    sequence,
    tries,
    type: row.message.type,
    status: deliveryStatuses.find(known => known === row.status) ?? 'pending',
    nextAt: row.nextAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    attempts: row.attempts.map(({ at, durationMs, status, fault }) => ({
      durationMs,
      status,
      at: at.toISOString(),
      fault: faultOf(fault),
    })),
  }
}

const faultOf = (text: string | null): DeliveryFault | null => deliveryFaults.find(known => known === text) ?? null
