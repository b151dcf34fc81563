import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/api-key.ts'
import { Refused } from '#lib/domain/refused.ts'
import { cleanText } from '#lib/domain/text.ts'
import { isWebhookEventType } from '#lib/domain/webhook-event.ts'
import { findTargetFault } from '#lib/domain/webhook-target.ts'
import type { EndpointChange, EndpointInput, NewSecretView, WebhookEndpointView } from '#lib/domain/webhook-view.ts'
import { readEnv } from '#lib/env.ts'
import { isUuid } from '#lib/services/ids.ts'
import { memberOf } from '#lib/services/merchant/members.ts'
import { tellOwners } from '#lib/services/merchant/merchant-mail.ts'
import { type Authenticated, auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { newWebhookSecret, openWebhookSecret, sealWebhookSecret } from './webhook-secrets.ts'

/** Where merchants are told: endpoints, and their secrets. Each use case for a member, and for a program whose key was checked. */

type Row = Prisma.WebhookEndpointGetPayload<object>

/** An organisation has at most so many in one mode. */
export const mostEndpoints = 16
/** The secret before the last rotation signs too for a day. */
export const overlapMs = 24 * 60 * 60_000

/** Whether http on this machine may be told: in test mode of a house that is only for trying things. */
export function allowsLoopback(mode: string): boolean {
  return mode === 'test' && readEnv('WEBHOOK_LOOPBACK')
}

/** Endpoints of one mode, oldest first. Refusals: `not_found`, `not_allowed`. */
export async function listEndpoints(
  userId: string,
  organisationId: string,
  mode: ApiMode,
): Promise<readonly WebhookEndpointView[]> {
  await memberOf(userId, organisationId, 'developers.read')
  return endpointsOf(organisationId, mode)
}

/** The same for a key that was checked already. */
export async function endpointsOf(organisationId: string, mode: ApiMode): Promise<readonly WebhookEndpointView[]> {
  const where = { organisationId, mode, deletedAt: null }
  return (await db().webhookEndpoint.findMany({ where, orderBy: { createdAt: 'asc' } })).map(viewEndpoint)
}

/** One endpoint of a member's organisation. Refusals: `not_found`, `not_allowed`. */
export async function readEndpoint(userId: string, organisationId: string, id: string): Promise<WebhookEndpointView> {
  await memberOf(userId, organisationId, 'developers.read')
  return viewEndpoint(await findEndpoint(organisationId, id))
}

/** One endpoint, for a key that was checked already. Refusals: `not_found`. */
export async function endpointOf(organisationId: string, mode: ApiMode, id: string): Promise<WebhookEndpointView> {
  return viewEndpoint(await findEndpoint(organisationId, id, mode))
}

/**
 * Makes an endpoint and answers its secret, which can be read again by nobody but by rotating it. Refusals: `not_found`,
 * `not_allowed`, `reauthentication_required` (C24), `invalid_input` with `url.<fault>` (C42) or `endpoints`.
 */
export async function createEndpoint(
  userId: string,
  organisationId: string,
  input: EndpointInput,
  session: Authenticated,
): Promise<NewSecretView> {
  await memberOf(userId, organisationId, 'developers.write')
  requireFreshPassword(session)
  return db().$transaction(tx => makeEndpoint(organisationId, input, userId, tx))
}

/** The same for a key that was checked already; `madeBy` is the person behind it. */
export async function makeEndpoint(
  organisationId: string,
  input: EndpointInput,
  madeBy: string,
  tx: Tx,
): Promise<NewSecretView> {
  const { mode } = input
  const url = soundUrl(input.url, mode)
  const count = await tx.webhookEndpoint.count({ where: { organisationId, mode, deletedAt: null } })
  if (count >= mostEndpoints) throw new Refused('invalid_input', { field: 'endpoints' })
  const id = randomUUID()
  const secret = newWebhookSecret()
  const row = await tx.webhookEndpoint.create({
    data: {
      ...{ id, organisationId, mode, url, eventTypes: input.eventTypes, secretCreatedAt: now(), createdAt: now() },
      description: cleanText(input.description, 200) || null,
      secretSealed: await sealWebhookSecret(id, 'secretSealed', secret),
    },
  })
  await auditEndpoint(tx, row, madeBy, 'created')
  return { secret, endpoint: viewEndpoint(row) }
}

function soundUrl(text: string, mode: string): string {
  const url = text.trim()
  const fault = findTargetFault(url, { loopback: allowsLoopback(mode) })
  if (fault !== null) throw new Refused('invalid_input', { field: `url.${fault}` })
  return url
}

/**
 * Changes an endpoint, turns it on or off. Another address needs the password again (C24). Refusals: `not_found`,
 * `not_allowed`, `reauthentication_required`, `invalid_input`.
 */
export async function changeEndpoint(
  userId: string,
  organisationId: string,
  id: string,
  change: EndpointChange,
  session: Authenticated,
): Promise<WebhookEndpointView> {
  await memberOf(userId, organisationId, 'developers.write')
  const { url } = await findEndpoint(organisationId, id)
  if (change.url !== undefined && change.url.trim() !== url) requireFreshPassword(session)
  return db().$transaction(tx => alterEndpoint(organisationId, id, change, userId, tx))
}

/** The same for a key that was checked already. */
export async function alterEndpoint(
  organisationId: string,
  id: string,
  change: EndpointChange,
  madeBy: string,
  tx: Tx,
  mode?: ApiMode,
): Promise<WebhookEndpointView> {
  const known = await findEndpoint(organisationId, id, mode, tx)
  const row = await tx.webhookEndpoint.update({
    where: { id, organisationId },
    data: {
      ...(change.url === undefined ? {} : { url: soundUrl(change.url, known.mode) }),
      ...(change.description === undefined ? {} : { description: cleanText(change.description, 200) || null }),
      ...(change.eventTypes === undefined ? {} : { eventTypes: change.eventTypes }),
      ...(change.isEnabled === undefined ? {} : switchOf(change.isEnabled, known)),
    },
  })
  if (change.isEnabled === false) await dropPending(tx, row)
  await auditEndpoint(tx, row, madeBy, 'changed')
  return viewEndpoint(row)
}

function switchOf(isEnabled: boolean, { disabledAt, disabledReason }: Row) {
  if (isEnabled) return { disabledAt: null, disabledReason: null }
  return { disabledAt: disabledAt ?? now(), disabledReason: disabledReason ?? 'owner' }
}

/** What waits for an endpoint that is off is not sent later by surprise; it can be sent again by hand. */
export async function dropPending(tx: Tx, { id, organisationId }: Pick<Row, 'id' | 'organisationId'>): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { endpointId: id, organisationId, status: 'pending' },
    data: { status: 'dropped', nextAt: null, leaseId: null, leaseUntil: null, finishedAt: now() },
  })
}

/** Takes an endpoint away; its log goes out of sight with it. Refusals: `not_found`, `not_allowed`. */
export async function deleteEndpoint(userId: string, organisationId: string, id: string): Promise<void> {
  await memberOf(userId, organisationId, 'developers.write')
  await db().$transaction(tx => removeEndpoint(organisationId, id, userId, tx))
}

/** The same for a key that was checked already. */
export async function removeEndpoint(
  organisationId: string,
  id: string,
  madeBy: string,
  tx: Tx,
  mode?: ApiMode,
): Promise<void> {
  const row = await findEndpoint(organisationId, id, mode, tx)
  await tx.webhookEndpoint.update({ where: { id, organisationId }, data: { deletedAt: now() } })
  await dropPending(tx, row)
  await auditEndpoint(tx, row, madeBy, 'deleted')
}

/**
 * Gives an endpoint a new secret and answers it. The one before signs too for a day, so that a receiver changes over without
 * losing a message. Refusals: `not_found`, `not_allowed`, `reauthentication_required` (C24).
 */
export async function rotateSecret(
  userId: string,
  organisationId: string,
  id: string,
  session: Authenticated,
): Promise<NewSecretView> {
  await memberOf(userId, organisationId, 'developers.write')
  requireFreshPassword(session)
  return db().$transaction(tx => replaceSecret(organisationId, id, userId, tx))
}

/** The same for a key that was checked already. */
export async function replaceSecret(
  organisationId: string,
  id: string,
  madeBy: string,
  tx: Tx,
  mode?: ApiMode,
): Promise<NewSecretView> {
  const known = await findEndpoint(organisationId, id, mode, tx)
  const secret = newWebhookSecret()
  const before = await openWebhookSecret(id, 'secretSealed', known.secretSealed)
  const row = await tx.webhookEndpoint.update({
    where: { id, organisationId },
    data: {
      secretSealed: await sealWebhookSecret(id, 'secretSealed', secret),
      secretCreatedAt: now(),
      previousSecretSealed: await sealWebhookSecret(id, 'previousSecretSealed', before),
      previousSecretUntil: new Date(now().getTime() + overlapMs),
    },
  })
  await auditEndpoint(tx, row, madeBy, 'secret_rotated')
  return { secret, endpoint: viewEndpoint(row) }
}

/** The row of an endpoint that is not deleted. Refusals: `not_found`. */
export async function findEndpoint(organisationId: string, id: string, mode?: ApiMode, tx: Tx = db()): Promise<Row> {
  const where = { id, organisationId, deletedAt: null, ...(mode === undefined ? {} : { mode }) }
  const row = isUuid(id) ? await tx.webhookEndpoint.findFirst({ where }) : null
  if (!row) throw new Refused('not_found')
  return row
}

type EndpointAct = 'created' | 'changed' | 'deleted' | 'secret_rotated'

/** Written down, and told to the owners; of the address the host alone. */
async function auditEndpoint(tx: Tx, row: Row, userId: string, what: EndpointAct): Promise<void> {
  const { organisationId, id: endpointId, mode, url } = row
  const action = `webhook_endpoint.${what}`
  await auditOrganisation(tx, { userId, organisationId, action, detail: { endpointId, mode } })
  const event = { what: `webhook_${what}`, host: new URL(url).host, isTest: mode === 'test' } as const
  await tellOwners(tx, { organisationId, userId, event, path: '/webhooks' })
}

function viewEndpoint(row: Row): WebhookEndpointView {
  const { id, mode, url, description, disabledAt, disabledReason, previousSecretUntil } = row
  const overlap = previousSecretUntil !== null && previousSecretUntil > now() ? previousSecretUntil : null
  return {
    ...{ id, url, description, isEnabled: disabledAt === null },
    mode: mode === 'live' ? 'live' : 'test',
    eventTypes: row.eventTypes.filter(isWebhookEventType),
    disabledReason: disabledAt === null ? null : disabledReason === 'gone' ? 'gone' : 'owner',
    secretCreatedAt: row.secretCreatedAt.toISOString(),
    previousSecretUntil: overlap?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
