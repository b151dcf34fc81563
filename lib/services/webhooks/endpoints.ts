import { randomUUID } from 'node:crypto'
import { cleanText } from '@guichet/values/text/clean.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { isWebhookEventType } from '#lib/domain/webhooks/event.ts'
import { findTargetFault } from '#lib/domain/webhooks/target.ts'
import type { Actor } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { messageLifeMs } from '#lib/services/events/outbox.ts'
import { reachOf } from '#lib/services/merchant/actor.ts'
import { notifyOwners } from '#lib/services/merchant/mails.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import type {
  EndpointChange,
  EndpointInput,
  NewSecretView,
  SecretRotation,
  WebhookEndpointView,
} from '#lib/views/webhook.ts'
import { wakeWorkers } from '#lib/wake.ts'
import { newWebhookSecret, openWebhookSecret, sealWebhookSecret } from './secrets.ts'

type EndpointRow = Prisma.WebhookEndpointGetPayload<object>

/** Per organisation and mode. */
export const maxEndpoints = 16
/** The previous secret signs too. */
export const overlapMs = 24 * 60 * 60_000

/** Test mode with `WEBHOOK_LOOPBACK`. */
export function allowsLoopback(mode: string): boolean {
  return mode === 'test' && readEnv('WEBHOOK_LOOPBACK')
}

/** Oldest first. */
export async function listEndpoints({
  organisationId,
  mode,
}: Actor<'webhook.read'>): Promise<readonly WebhookEndpointView[]> {
  const where = { organisationId, mode, deletedAt: null }
  return (await db().webhookEndpoint.findMany({ where, orderBy: { createdAt: 'asc' } })).map(viewEndpoint)
}

/** Refusals: `not_found`. */
export async function readEndpoint(actor: Actor<'webhook.read'>, id: string): Promise<WebhookEndpointView> {
  return viewEndpoint(await findEndpoint(actor, id))
}

/** Its secret is shown once. Refusals: `invalid_input` (`url.<fault>` C42, `endpoints`). */
export async function createEndpoint<Result>(
  { organisationId, userId, mode }: Actor<'webhook.create'>,
  input: Omit<EndpointInput, 'mode'>,
  keep: StoreResult<NewSecretView, Result>,
): Promise<Result> {
  return db().$transaction(async tx => {
    const url = validateUrl(input.url, mode)
    const count = await tx.webhookEndpoint.count({ where: { organisationId, mode, deletedAt: null } })
    if (count >= maxEndpoints) throw new Refused('invalid_input', { field: 'endpoints' })
    const { row, secret } = await insertEndpoint(tx, { organisationId, mode }, { ...input, url })
    await auditEndpoint(tx, row, userId, 'created')
    return keep(tx, { secret, endpoint: viewEndpoint(row) })
  })
}

type EndpointOwner = Pick<EndpointRow, 'organisationId' | 'mode'> & { readonly appId?: string }

export async function insertEndpoint(tx: Tx, owner: EndpointOwner, input: Omit<EndpointInput, 'mode'>) {
  const id = randomUUID()
  const secret = newWebhookSecret()
  const row = await tx.webhookEndpoint.create({
    data: {
      id,
      ...owner,
      url: input.url,
      eventTypes: input.eventTypes,
      secretCreatedAt: now(),
      createdAt: now(),
      description: cleanText(input.description, 200) || null,
      secretSealed: await sealWebhookSecret(id, 'secretSealed', secret),
    },
  })
  return { row, secret }
}

export function validateUrl(text: string, mode: string): string {
  const url = text.trim()
  const fault = findTargetFault(url, { loopback: allowsLoopback(mode) })
  if (fault !== null) throw new Refused('invalid_input', { field: `url.${fault}` })
  return url
}

/** Events while off, up to 30 days, are delivered or skipped (`missed`). Refusals: `not_found`, `invalid_input`. */
export async function changeEndpoint(
  actor: Actor<'webhook.change'>,
  id: string,
  change: EndpointChange,
): Promise<WebhookEndpointView> {
  return db().$transaction(async tx => {
    const known = await findEndpoint(actor, id, tx)
    const row = await tx.webhookEndpoint.update({
      where: { id, organisationId: actor.organisationId },
      data: {
        ...omitUndefined({
          url: change.url === undefined ? undefined : validateUrl(change.url, known.mode),
          description: change.description === undefined ? undefined : cleanText(change.description, 200) || null,
          eventTypes: change.eventTypes,
        }),
        ...(change.isEnabled === undefined ? {} : switchOf(change.isEnabled, known)),
      },
    })
    if (change.isEnabled === false) await parkPending(tx, row)
    if (change.isEnabled === true && known.disabledAt !== null) await resumePending(tx, row, change.missed)
    await auditEndpoint(tx, row, actor.userId, 'changed')
    return viewEndpoint(row)
  })
}

function switchOf(isEnabled: boolean, { disabledAt, disabledReason }: EndpointRow) {
  if (isEnabled) return { disabledAt: null, disabledReason: null }
  return { disabledAt: disabledAt ?? now(), disabledReason: disabledReason ?? 'owner' }
}

type EndpointKey = Pick<EndpointRow, 'id' | 'organisationId'>

/** Until it is on again. */
export async function parkPending(tx: Tx, { id, organisationId }: EndpointKey): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { endpointId: id, organisationId, status: 'pending' },
    data: { nextAt: null, leaseId: null, leaseUntil: null },
  })
}

export async function resumePending(tx: Tx, endpoint: EndpointRow, missed: EndpointChange['missed']): Promise<void> {
  const { id: endpointId, organisationId } = endpoint
  const lte = missed === 'skip' ? now() : new Date(now().getTime() - messageLifeMs)
  await dropPending(tx, { endpointId, organisationId, createdAt: { lte } })
  await tx.webhookDelivery.updateMany({
    where: { endpointId, organisationId, status: 'pending' },
    data: { tries: 0, nextAt: now() },
  })
  await wakeWorkers(tx, 'webhooks')
}

/** They can be resent. */
export async function dropPending(tx: Tx, where: Prisma.WebhookDeliveryWhereInput): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { ...where, status: 'pending' },
    data: { status: 'dropped', nextAt: null, leaseId: null, leaseUntil: null, finishedAt: now() },
  })
}

/** Refusals: `not_found`. */
export async function deleteEndpoint(actor: Actor<'webhook.delete'>, id: string): Promise<void> {
  await db().$transaction(async tx => {
    const row = await findEndpoint(actor, id, tx)
    await tx.webhookEndpoint.update({
      where: { id, organisationId: actor.organisationId },
      data: { deletedAt: now() },
    })
    await dropPending(tx, { endpointId: row.id, organisationId: row.organisationId })
    await auditEndpoint(tx, row, actor.userId, 'deleted')
  })
}

/**
 * For a day both secrets sign; a second rotation within it needs `isForced`. Refusals: `not_found`, `invalid_input`
 * (`secret`).
 */
export async function rotateSecret<Result>(
  actor: Actor<'webhook.secret'>,
  id: string,
  { isForced }: SecretRotation,
  keep: StoreResult<NewSecretView, Result>,
): Promise<Result> {
  return db().$transaction(async tx => {
    const known = await findEndpoint(actor, id, tx)
    const { previousSecretUntil } = known
    const isRecent = previousSecretUntil !== null && previousSecretUntil > now()
    if (isRecent && !isForced) throw new Refused('invalid_input', { field: 'secret' })
    const { secret, data } = await nextSecret(known)
    const row = await tx.webhookEndpoint.update({ where: { id, organisationId: actor.organisationId }, data })
    await auditEndpoint(tx, row, actor.userId, 'secret_rotated')
    return keep(tx, { secret, endpoint: viewEndpoint(row) })
  })
}

/** The one before signs a day more. */
export async function nextSecret({ id, secretSealed }: Pick<EndpointRow, 'id' | 'secretSealed'>) {
  const secret = newWebhookSecret()
  const before = await openWebhookSecret(id, 'secretSealed', secretSealed)
  const data = {
    secretSealed: await sealWebhookSecret(id, 'secretSealed', secret),
    secretCreatedAt: now(),
    previousSecretSealed: before === null ? null : await sealWebhookSecret(id, 'previousSecretSealed', before),
    previousSecretUntil: before === null ? null : new Date(now().getTime() + overlapMs),
  }
  return { secret, data }
}

/** Refusals: `not_found`. */
export async function findEndpoint(actor: Actor, id: string, tx: Tx = db()): Promise<EndpointRow> {
  const where = { id, deletedAt: null, ...reachOf(actor) }
  return requireFound(isUuid(id) && (await tx.webhookEndpoint.findFirst({ where })))
}

type EndpointAct = 'created' | 'changed' | 'deleted' | 'secret_rotated'

/** Owners see only the host. */
async function auditEndpoint(tx: Tx, row: EndpointRow, userId: string, what: EndpointAct): Promise<void> {
  const { organisationId, id: endpointId, mode, url } = row
  const action = `webhook_endpoint.${what}`
  await auditOrganisation(tx, { userId, organisationId, action, detail: { endpointId, mode } })
  const event = { what: `webhook_${what}`, host: new URL(url).host, isTest: mode === 'test' } as const
  await notifyOwners(tx, { organisationId, userId, event, path: '/webhooks' })
}

function viewEndpoint(row: EndpointRow): WebhookEndpointView {
  const { id, mode, url, description, disabledAt, disabledReason, previousSecretUntil } = row
  const overlap = previousSecretUntil !== null && previousSecretUntil > now() ? previousSecretUntil : null
  return {
    id,
    url,
    description,
    isEnabled: disabledAt === null,
    mode,
    eventTypes: row.eventTypes.filter(isWebhookEventType),
    disabledReason: disabledAt === null ? null : disabledReason === 'gone' ? 'gone' : 'owner',
    secretCreatedAt: row.secretCreatedAt.toISOString(),
    previousSecretUntil: overlap?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
