import { maskIban } from '@guichet/values/money/iban-text.ts'
import { deleteInParts } from '#lib/base/batches.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { activationState } from '#lib/domain/merchant/activation.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import {
  type AppEventType,
  isWanted,
  type OrganisationEventType,
  organisationEventOf,
  type WebhookEventType,
} from '#lib/domain/webhooks/event.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { OrganisationEventData } from '#lib/views/v1/events.ts'
import { wakeWorkers } from '#lib/wake.ts'

/** In the transaction of what they report. */

/** Also for an endpoint that is off. */
export const messageLifeMs = 30 * 24 * 60 * 60_000

export type NewMessage = {
  readonly organisationId: string
  /** The owner again, if it is an app. */
  readonly appId?: string
  readonly mode: ApiMode
  readonly type: WebhookEventType | AppEventType
  readonly data: object
  /** Without gaps: the order is locked. */
  readonly about?: { readonly orderId: string; readonly sequence: number }
}

export async function writeMessage(tx: Tx, { organisationId, appId, mode, type, data, about }: NewMessage) {
  const at = now()
  const payload = JSON.stringify({ type, timestamp: at.toISOString(), sequence: about?.sequence ?? null, data })
  const message = await tx.webhookMessage.create({
    data: { organisationId, mode, type, payload, createdAt: at, ...about, ...omitUndefined({ appId }) },
  })
  await addDeliveries(tx, message)
  return message
}

/** 30 days. Returns how many. */
export async function sweepMessages(most?: number): Promise<number> {
  const end = new Date(now().getTime() - messageLifeMs)
  return deleteInParts(
    limit => db().$executeRaw`
      DELETE FROM "WebhookMessage" WHERE "id" IN (
        SELECT "id" FROM "WebhookMessage" WHERE "createdAt" <= ${end} ORDER BY "createdAt" LIMIT ${limit})`,
    most,
  )
}

/** Both modes; no-op without an event. */
export async function announceOrganisation(tx: Tx, organisationId: string, action: string): Promise<void> {
  const type = organisationEventOf(action)
  if (type === null) return
  const data = await organisationData(tx, organisationId)
  for (const mode of ['test', 'live'] as const) await writeMessage(tx, { organisationId, mode, type, data })
}

async function organisationData(tx: Tx, organisationId: string): Promise<OrganisationEventData> {
  const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const { inEffect } = beneficiaryAt(organisation, now())
  return {
    id: organisationId,
    object: 'organisation',
    name: organisation.name,
    legal_name: organisation.legalName,
    return_urls: organisation.returnUrls,
    beneficiary: inEffect && { name: inEffect.name, iban: maskIban(inEffect.iban) },
    activation: activationState(organisation, inEffect),
    suspended: organisation.suspendedAt !== null,
  }
}

type Told = Partial<Pick<OrganisationEventData, 'activation' | 'suspended'>>
/** What each says of the organisation, if not what is so. */
const told: Readonly<Partial<Record<OrganisationEventType, Told>>> = {
  'organisation.activated': { activation: 'active', suspended: false },
  'organisation.activation_declined': { activation: 'declined' },
  'organisation.activation_paused': { activation: 'paused' },
  'organisation.suspended': { suspended: true },
  'organisation.resumed': { suspended: false },
}

/** In test mode alone; the organisation stays as it is. Refusals: `invalid_input` (`type`, of a live key). */
export async function simulateOrganisationEvent<Result>(
  { organisationId, mode }: Actor<'payment.simulate'>,
  type: OrganisationEventType,
  keep: StoreResult<{ readonly id: string; readonly payload: string }, Result>,
): Promise<Result> {
  const why = 'can be made in test mode alone: use a test key'
  if (mode !== 'test')
    throw new Refused('invalid_input', {
      field: 'type',
      why,
      issues: [{ field: 'type', why, fault: 'value_not_valid' }],
    })
  return db().$transaction(async tx => {
    const data = { ...(await organisationData(tx, organisationId)), ...told[type] }
    return keep(tx, await writeMessage(tx, { organisationId, mode, type, data }))
  })
}

/** Off: it waits. */
async function addDeliveries(tx: Tx, message: Prisma.WebhookMessageGetPayload<object>): Promise<void> {
  const { organisationId, mode, type, orderId, sequence, createdAt } = message
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { organisationId, mode, deletedAt: null },
    select: { id: true, eventTypes: true, disabledAt: true },
  })
  const subscribed = endpoints.filter(({ eventTypes }) => isWanted(eventTypes, type))
  if (subscribed.length === 0) return
  const off = await lockDisabled(tx, organisationId, subscribed)
  await tx.webhookDelivery.createMany({
    data: subscribed.map(({ id: endpointId }) => ({
      messageId: message.id,
      endpointId,
      organisationId,
      orderId,
      sequence,
      createdAt,
      nextAt: off.has(endpointId) ? null : createdAt,
    })),
  })
  await wakeWorkers(tx, 'webhooks')
}

/** Locked: none is turned on before its deliveries are committed. */
async function lockDisabled(
  tx: Tx,
  organisationId: string,
  endpoints: readonly { readonly id: string; readonly disabledAt: Date | null }[],
): Promise<ReadonlySet<string>> {
  const ids = endpoints.filter(({ disabledAt }) => disabledAt !== null).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "WebhookEndpoint"
    WHERE "id" = ANY(${ids}::uuid[]) AND "organisationId" = ${organisationId}::uuid AND "disabledAt" IS NOT NULL FOR SHARE`
  return new Set(rows.map(({ id }) => id))
}
