import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import { readEnv } from '#lib/env.ts'
import type { AppWebhook } from '#lib/views/data-v1.ts'
import { insertEndpoint, nextSecret, resumePending, validateUrl } from './endpoints.ts'
import { pageOfDeliveries, queueTest } from './log.ts'

/** The address of an app, which hears that accounts were read or a consent ends: one at most, sent as merchants' events are. */

type App = { readonly id: string }

/** The trial installations that allow it take http on this machine, as merchants' test mode. */
const modeOfApps = () => (readEnv('WEBHOOK_LOOPBACK') ? 'test' : 'live')

/**
 * Sets the address, also turns it on again. The answer has a new secret; one before signs a day more. Refusals: `invalid_input`
 * (`url.<fault>` C42).
 */
export async function putAppEndpoint({ id: appId }: App, text: string): Promise<AppWebhook & { secret: string }> {
  return db().$transaction(async tx => {
    await tx.$queryRaw`SELECT 1 FROM "App" WHERE "id" = ${appId}::uuid FOR UPDATE`
    const known = await tx.webhookEndpoint.findUnique({ where: { appId } })
    const mode = known?.mode ?? modeOfApps()
    const url = validateUrl(text, mode)
    if (known === null) {
      const more = { url, description: '', eventTypes: [] }
      const { row, secret } = await insertEndpoint(tx, { organisationId: appId, appId, mode }, more)
      return { ...view(row), secret }
    }
    const { secret, data } = await nextSecret(known)
    const on = { url, disabledAt: null, disabledReason: null }
    const row = await tx.webhookEndpoint.update({ where: { appId }, data: { ...data, ...on } })
    if (known.disabledAt !== null) await resumePending(tx, row, 'deliver')
    return { ...view(row), secret }
  })
}

/** With its last deliveries. Refusals: `not_found`. */
export async function readAppEndpoint(app: App): Promise<AppWebhook> {
  const row = await find(db(), app)
  const { deliveries } = await pageOfDeliveries(row, null)
  const log = deliveries.map(({ messageId, type, status, tries, createdAt, attempts: [last] }) => {
    const answer = { last_status: last?.status ?? null, last_fault: last?.fault ?? null }
    return { event_id: `msg_${messageId}`, type, status, tries, ...answer, created_at: createdAt }
  })
  return { ...view(row), deliveries: log }
}

/** With its log. Idempotent. */
export async function deleteAppEndpoint({ id: appId }: App, tx: Tx = db()): Promise<void> {
  await tx.webhookEndpoint.deleteMany({ where: { appId } })
}

/** Refusals: `not_found`, `invalid_input` (`endpoint` off), `too_many_tries`. */
export async function testAppEndpoint(app: App): Promise<{ readonly event_id: string }> {
  return db().$transaction(async tx => {
    return { event_id: `msg_${(await queueTest(tx, await find(tx, app))).messageId}` }
  })
}

async function find(tx: Tx, { id: appId }: App) {
  return requireFound(await tx.webhookEndpoint.findUnique({ where: { appId } }))
}

function view(row: Prisma.WebhookEndpointGetPayload<object>): AppWebhook {
  const { url, disabledAt, previousSecretUntil, createdAt } = row
  const until = previousSecretUntil !== null && previousSecretUntil > now() ? previousSecretUntil : null
  return {
    url,
    enabled: disabledAt === null,
    previous_secret_until: until?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    deliveries: [],
  }
}
