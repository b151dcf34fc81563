import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/api-key.ts'
import { Refused } from '#lib/domain/refused.ts'
import { type DeliveryFault, deliveryFaults, deliveryStatuses } from '#lib/domain/webhook-delivery.ts'
import type { DeliveryPageView, WebhookDeliveryView } from '#lib/domain/webhook-view.ts'
import { isUuid } from '#lib/services/ids.ts'
import { memberOf } from '#lib/services/merchant/members.ts'
import { takeTry } from '#lib/services/people/limits.ts'
import { findEndpoint } from './webhook-endpoints.ts'

/** The log of an endpoint: what was sent, what was answered, and sending it again. */

const pageSize = 25
const testLimit = { limit: 30, windowSeconds: 60 }
const resendLimit = { limit: 120, windowSeconds: 60 }

const whole = { message: true, attempts: { orderBy: { at: 'desc' }, take: 20 } } as const
type Row = Prisma.WebhookDeliveryGetPayload<{ include: typeof whole }>

/**
 * Deliveries to an endpoint, newest first; `before` is the id of the last one seen. Refusals: `not_found`, `not_allowed`.
 */
export async function listDeliveries(
  userId: string,
  organisationId: string,
  endpointId: string,
  before: string | null = null,
): Promise<DeliveryPageView> {
  await memberOf(userId, organisationId, 'developers.read')
  await findEndpoint(organisationId, endpointId)
  const last = isUuid(before ?? undefined)
    ? await db().webhookDelivery.findFirst({ where: { id: before ?? '', endpointId, organisationId } })
    : null
  const older = last
    ? { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] }
    : {}
  const rows = await db().webhookDelivery.findMany({
    where: { endpointId, organisationId, ...older },
    include: whole,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: pageSize + 1,
  })
  const page = rows.slice(0, pageSize)
  return { deliveries: page.map(viewDelivery), next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null }
}

/**
 * Sends a message again, with the same `webhook-id`, from the first try on. Refusals: `not_found`, `not_allowed`,
 * `invalid_input` (field `endpoint`) when it is off, `too_many_tries`.
 */
export async function resendDelivery(
  userId: string,
  organisationId: string,
  deliveryId: string,
): Promise<WebhookDeliveryView> {
  await memberOf(userId, organisationId, 'developers.write')
  const where = { id: deliveryId, organisationId }
  const known = isUuid(deliveryId) ? await db().webhookDelivery.findFirst({ where, include: { endpoint: true } }) : null
  if (!known || known.endpoint.deletedAt !== null) throw new Refused('not_found')
  if (known.endpoint.disabledAt !== null) throw new Refused('invalid_input', { field: 'endpoint' })
  await takeTry(`webhook-resend:${organisationId}`, resendLimit)
  const again = { status: 'pending', tries: 0, nextAt: now(), finishedAt: null }
  await db().webhookDelivery.updateMany({ where, data: again })
  return viewDelivery(await db().webhookDelivery.findFirstOrThrow({ where, include: whole }))
}

/** Sends `endpoint.test` to one endpoint. Refusals: as `resendDelivery`. */
export async function sendTest(
  userId: string,
  organisationId: string,
  endpointId: string,
): Promise<WebhookDeliveryView> {
  await memberOf(userId, organisationId, 'developers.write')
  return db().$transaction(tx => writeTest(organisationId, endpointId, tx))
}

/** The same for a key that was checked already. */
export async function writeTest(
  organisationId: string,
  endpointId: string,
  tx: Tx,
  wanted?: ApiMode,
): Promise<WebhookDeliveryView> {
  const endpoint = await findEndpoint(organisationId, endpointId, wanted, tx)
  if (endpoint.disabledAt !== null) throw new Refused('invalid_input', { field: 'endpoint' })
  await takeTry(`webhook-test:${organisationId}`, testLimit)
  const { mode } = endpoint
  const at = now()
  const type = 'endpoint.test'
  const said = {
    type,
    timestamp: at.toISOString(),
    sequence: null,
    data: { object: 'test', mode, endpoint_id: endpointId },
  }
  const message = await tx.webhookMessage.create({
    data: { organisationId, mode, type, payload: JSON.stringify(said), createdAt: at },
  })
  const row = { messageId: message.id, endpointId, organisationId, createdAt: at, nextAt: at }
  return viewDelivery(await tx.webhookDelivery.create({ data: row, include: whole }))
}

function viewDelivery(row: Row): WebhookDeliveryView {
  const { id, endpointId, messageId, orderId, sequence, tries } = row
  return {
    ...{ id, endpointId, messageId, orderId, sequence, tries },
    type: row.message.type,
    status: deliveryStatuses.find(known => known === row.status) ?? 'pending',
    nextAt: row.nextAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    attempts: row.attempts.map(({ at, durationMs, status, fault }) => ({
      ...{ durationMs, status },
      at: at.toISOString(),
      fault: faultOf(fault),
    })),
  }
}

const faultOf = (text: string | null): DeliveryFault | null => deliveryFaults.find(known => known === text) ?? null
