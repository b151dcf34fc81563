import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { deliveryOutcome, politeNextTryMs } from '#lib/domain/webhooks/delivery.ts'
import { leaseOf } from '#lib/lease.ts'
import { allowsLoopback, parkPending } from './endpoints.ts'
import { mailEndpointFailing, mailEndpointOff } from './mails.ts'
import { openWebhookSecret, signWebhook } from './secrets.ts'
import { postWebhook, type WireResult } from './wire.ts'

/** Leased; repeated with the same `webhook-id` (W2). One payment's messages come in order. */

const deliveryLease = leaseOf({ table: 'WebhookDelivery', owner: 'leaseId', until: 'leaseUntil', seconds: 30 })

export type TakenDelivery = { readonly id: string; readonly leaseId: string }

/** Of an organisation: servers that don't answer hold up nobody else's. */
const mostOfOne = 20

/** None of a payment with an older one waiting there. */
export async function takeDueDeliveries(limit: number): Promise<readonly TakenDelivery[]> {
  const at = now()
  const leaseId = randomUUID()
  const taken = await db().$queryRaw<{ id: string }[]>`
    UPDATE "WebhookDelivery" SET ${deliveryLease.set(leaseId)}
    WHERE "id" IN (
      WITH RECURSIVE waiting AS (
        (SELECT "organisationId" FROM "WebhookDelivery" WHERE "status" = 'pending' ORDER BY "organisationId" LIMIT 1)
        UNION ALL
        SELECT next."organisationId" FROM waiting CROSS JOIN LATERAL (
          SELECT "organisationId" FROM "WebhookDelivery"
          WHERE "status" = 'pending' AND "organisationId" > waiting."organisationId" ORDER BY "organisationId" LIMIT 1) AS next),
      busy AS (
        SELECT b."organisationId", count(*) AS "count" FROM "WebhookDelivery" b
        WHERE b."status" = 'pending' AND b."nextAt" <= ${at} AND NOT ${deliveryLease.free('b')}
        GROUP BY b."organisationId")
      SELECT d."id" FROM waiting LEFT JOIN busy USING ("organisationId") CROSS JOIN LATERAL (
        SELECT d."id" FROM "WebhookDelivery" d
        WHERE d."organisationId" = waiting."organisationId" AND d."status" = 'pending' AND d."nextAt" <= ${at}
          AND ${deliveryLease.free('d')}
          AND NOT EXISTS (
            SELECT 1 FROM "WebhookDelivery" e
            WHERE e."endpointId" = d."endpointId" AND e."orderId" = d."orderId" AND e."status" = 'pending'
              AND e."sequence" < d."sequence")
        ORDER BY d."nextAt" LIMIT greatest(0, ${mostOfOne} - coalesce(busy."count", 0))) AS due
      JOIN "WebhookDelivery" d ON d."id" = due."id" AND d."status" = 'pending' AND ${deliveryLease.free('d')}
      ORDER BY d."nextAt" LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED)
    RETURNING "id"`
  return taken.map(({ id }) => ({ id, leaseId }))
}

/** No-op if the lease was lost. */
export async function deliver({ id, leaseId }: TakenDelivery): Promise<void> {
  const row = await db().webhookDelivery.findFirst({
    where: { id, leaseId, status: 'pending' },
    include: { endpoint: true, message: true },
  })
  if (!row) return
  const { endpoint, message } = row
  // Turned off meanwhile: it waits.
  if (endpoint.disabledAt !== null) return parkPending(db(), endpoint)
  const at = now()
  const secrets = await liveSecrets(endpoint)
  const result = secrets.length > 0 ? await send(endpoint, message, secrets, at) : secretLost
  await storeResult({ id, leaseId }, row, { ...result, at })
}

type Endpoint = Prisma.WebhookEndpointGetPayload<object>
type Message = Prisma.WebhookMessageGetPayload<object>

const secretLost: WireResult = { status: null, fault: 'secret_lost', durationMs: 0, retryAfter: null }

function send(
  endpoint: Endpoint,
  { id, payload: body }: Message,
  secrets: readonly string[],
  at: Date,
): Promise<WireResult> {
  const webhookId = `msg_${id}`
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guichet-Webhooks/1',
    'webhook-id': webhookId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signWebhook(secrets, { id: webhookId, at, body }),
  }
  return postWebhook({ url: endpoint.url, headers, body }, { loopback: allowsLoopback(endpoint.mode) })
}

/** Those that sign; none if they were lost. */
async function liveSecrets(endpoint: Endpoint): Promise<readonly string[]> {
  const { id, secretSealed, previousSecretSealed, previousSecretUntil } = endpoint
  const current = await openWebhookSecret(id, 'secretSealed', secretSealed)
  const isLive = previousSecretSealed !== null && previousSecretUntil !== null && previousSecretUntil > now()
  const previous = isLive ? await openWebhookSecret(id, 'previousSecretSealed', previousSecretSealed) : null
  return [current, previous].filter(secret => secret !== null)
}

type Result = WireResult & { readonly at: Date }
type Target = { readonly organisationId: string; readonly tries: number; readonly endpoint: Endpoint }

async function storeResult(taken: TakenDelivery, target: Target, result: Result): Promise<void> {
  const { organisationId, tries, endpoint } = target
  const outcome = deliveryOutcome(result.status)
  const state = stateAfter(outcome, tries + 1, result.retryAfter)
  if (state.status !== 'failed' && outcome !== 'gone') return void (await storeTry(db(), taken, target, result, state))
  await db().$transaction(async tx => {
    // Endpoint before deliveries, against deadlocks.
    if (outcome === 'gone') await lockEndpoint(tx, endpoint.id)
    if (!(await storeTry(tx, taken, target, result, state))) return
    if (state.status === 'failed') await mailEndpointFailing(tx, endpoint)
    if (outcome !== 'gone') return
    const data = { disabledAt: now(), disabledReason: 'gone' as const }
    const on = { id: endpoint.id, organisationId, disabledAt: null }
    const { count: turnedOff } = await tx.webhookEndpoint.updateMany({ where: on, data })
    await parkPending(tx, endpoint)
    if (turnedOff === 1) await mailEndpointOff(tx, endpoint)
  })
}

/** False if the lease was lost. */
async function storeTry(
  tx: Tx,
  { id, leaseId }: TakenDelivery,
  { organisationId, tries }: Target,
  { at, durationMs, status, fault }: Result,
  state: State,
): Promise<boolean> {
  const kept = await tx.$executeRaw`
    WITH kept AS (
      UPDATE "WebhookDelivery" SET "status" = ${state.status}, "nextAt" = ${state.nextAt}, "finishedAt" = ${state.finishedAt},
        "tries" = ${tries + 1}, ${deliveryLease.cleared}
      WHERE "id" = ${id}::uuid AND ${deliveryLease.ownedBy(leaseId)} AND "organisationId" = ${organisationId}::uuid
        AND "status" = 'pending'
      RETURNING "id", "organisationId"
    )
    INSERT INTO "WebhookAttempt" ("id", "deliveryId", "organisationId", "at", "durationMs", "status", "fault")
    SELECT ${randomUUID()}::uuid, "id", "organisationId", ${at}, ${durationMs}, ${status}, ${fault} FROM kept`
  return kept === 1
}

async function lockEndpoint(tx: Tx, endpointId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "WebhookEndpoint" WHERE "id" = ${endpointId}::uuid FOR NO KEY UPDATE`
}

type State = {
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly nextAt: Date | null
  readonly finishedAt: Date | null
}

/** Given up after the last. */
function stateAfter(outcome: ReturnType<typeof deliveryOutcome>, tries: number, retryAfter: string | null): State {
  if (outcome === 'delivered') return { status: 'delivered', nextAt: null, finishedAt: now() }
  // Turned off: it waits with the others.
  if (outcome === 'gone') return { status: 'pending', nextAt: null, finishedAt: null }
  const waitMs = politeNextTryMs(tries, retryAfter, now())
  if (waitMs === null) return { status: 'failed', nextAt: null, finishedAt: now() }
  return { status: 'pending', nextAt: new Date(now().getTime() + waitMs), finishedAt: null }
}
