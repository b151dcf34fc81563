import { cutPage, newestFirst, olderThan } from '#lib/base/cursor.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import {
  type BankReport,
  type CallFilter,
  type CallLine,
  type CallPage,
  type OperationLine,
  type QueueLine,
  type QuotaLine,
  type ReportPart,
  type ReportWindow,
  windowSpans,
} from '#lib/views/operator.ts'
import { checkOperator, type Operator } from './access.ts'

/** From the call log, by one index. Failed: no answer, or 500 and above; not 501, nor our abort. */

export const failed = Prisma.sql`((status IS NULL AND code IS DISTINCT FROM 'aborted') OR (status >= 500 AND status <> 501))`

type Percentiles = { readonly percentiles: number[] | null }
type Counted = { readonly calls: number; readonly failed: number }

/** Refusals: `not_found`, `bank_unknown`. */
export async function reportBank(operator: Operator, code: string, window: ReportWindow): Promise<BankReport> {
  await checkOperator(operator)
  if ((await db().bank.count({ where: { code } })) === 0) throw new Refused('bank_unknown')
  const { spanMs, parts } = windowSpans[window]
  const to = now()
  const from = new Date(to.getTime() - spanMs)
  const [operations, drawn, errors] = await Promise.all([
    readOperations(code, from, to),
    readParts(code, from, to, spanMs / parts),
    readErrors(code, from, to),
  ])
  const sum = (of: (line: { calls: number; failed: number }) => number) =>
    operations.reduce((all, line) => all + of(line), 0)
  const calls = sum(line => line.calls)
  const lost = sum(line => line.failed)
  const refused = errors.reduce((all, { status, calls: some }) => all + (status !== null && status < 500 ? some : 0), 0)
  const availability = calls === 0 ? null : 1 - lost / calls
  return { code, window, calls, failed: lost, refused, availability, parts: drawn, operations, errors }
}

async function readOperations(code: string, from: Date, to: Date): Promise<OperationLine[]> {
  const rows = await db().$queryRaw<(Counted & Percentiles & { operation: string })[]>`
    SELECT operation, count(*)::int AS calls, count(*) FILTER (WHERE ${failed})::int AS failed,
      percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY "durationMs") AS percentiles
    FROM "BankCall" WHERE "bankCode" = ${code} AND at > ${from} AND at <= ${to}
    GROUP BY operation ORDER BY calls DESC, operation`
  return rows.map(({ operation, calls, failed: lost, percentiles }) => {
    const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = percentiles ?? []
    return { operation, calls, failed: lost, p50Ms, p95Ms, p99Ms }
  })
}

/** Also without calls. */
async function readParts(code: string, from: Date, to: Date, partMs: number): Promise<ReportPart[]> {
  const rows = await db().$queryRaw<(Counted & Percentiles & { part: number })[]>`
    SELECT floor(extract(epoch FROM at - ${from}) * 1000 / ${partMs})::int AS part, count(*)::int AS calls,
      count(*) FILTER (WHERE ${failed})::int AS failed,
      percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY "durationMs") AS percentiles
    FROM "BankCall" WHERE "bankCode" = ${code} AND at > ${from} AND at <= ${to} GROUP BY part`
  const byPart = new Map(rows.map(row => [row.part, row]))
  const count = Math.round((to.getTime() - from.getTime()) / partMs)
  return Array.from({ length: count }, (_, part) => {
    const row = byPart.get(part)
    const [p50Ms = null, p95Ms = null, p99Ms = null] = row?.percentiles ?? []
    const at = new Date(from.getTime() + part * partMs).toISOString()
    return { at, calls: row?.calls ?? 0, failed: row?.failed ?? 0, p50Ms, p95Ms, p99Ms }
  })
}

function readErrors(code: string, from: Date, to: Date): Promise<BankReport['errors']> {
  return db().$queryRaw`
    SELECT status, code, count(*)::int AS calls FROM "BankCall"
    WHERE "bankCode" = ${code} AND at > ${from} AND at <= ${to} AND (status IS NULL OR status >= 400)
    GROUP BY status, code ORDER BY calls DESC LIMIT 30`
}

export type BankPulse = Counted & { readonly bankCode: string; readonly p95Ms: number | null }

export function readPulses(): Promise<BankPulse[]> {
  const from = new Date(now().getTime() - 3_600_000)
  return db().$queryRaw<BankPulse[]>`
    SELECT "bankCode", count(*)::int AS calls, count(*) FILTER (WHERE ${failed})::int AS failed,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY "durationMs") AS "p95Ms"
    FROM "BankCall" WHERE at > ${from} GROUP BY "bankCode"`
}

const pageSize = 50

/** Newest first; `before`: the previous `next`. */
export async function listCalls(operator: Operator, filter: CallFilter): Promise<CallPage> {
  await checkOperator(operator)
  const rows = await db().bankCall.findMany({
    where: { AND: [whereOf(filter), beforeOf(filter.before)] },
    orderBy: newestFirst('at'),
    take: pageSize + 1,
  })
  const { page, last } = cutPage(rows, pageSize)
  return { calls: page.map(toLine), next: last ? `${last.at.getTime()}_${last.id}` : null }
}

function whereOf(filter: CallFilter): Prisma.BankCallWhereInput {
  const { bank, operation, status, code, attended, requestId, connection } = filter
  return omitUndefined({
    bankCode: bank || undefined,
    operation: operation ? { startsWith: operation } : undefined,
    status: status ? statusOf(status) : undefined,
    code: code || undefined,
    attended: attended ? attended === 'yes' : undefined,
    OR: requestId ? [{ requestId }, { origin: requestId }] : undefined,
    connectionId: connection || undefined,
  })
}

/** `404`, `5xx`, or `none`. */
function statusOf(text: string): Prisma.IntNullableFilter<'BankCall'> | number | null {
  if (text === 'none') return null
  const hundred = Number(text[0]) * 100
  return text.endsWith('xx') ? { gte: hundred, lt: hundred + 100 } : Number(text)
}

function beforeOf(cursor: string | undefined): Prisma.BankCallWhereInput {
  if (!cursor) return {}
  const [millis = '', id = ''] = cursor.split('_')
  const at = new Date(Number(millis))
  return { at: { lte: at }, ...olderThan('at', { at, id }) }
}

function toLine(row: Prisma.BankCallGetPayload<object>): CallLine {
  const { userId: _, at, ...line } = row
  return { ...line, at: at.toISOString() }
}

/** Waiting, running, failed in the last hour, oldest due. The rows are the queue. */
export async function readQueue(operator: Operator): Promise<QueueLine[]> {
  await checkOperator(operator)
  return countWork()
}

/** For the metrics. */
export const countWork = (): Promise<QueueLine[]> => db().$queryRaw(workSql(now()))

/** A count goes no further: what is read stays the same with a million rows. */
export const mostCounted = 10_000

/** @internal */
export function workSql(at: Date, atMost = mostCounted): Prisma.Sql {
  const hourAgo = new Date(at.getTime() - 3_600_000)
  return Prisma.sql`
    WITH work AS (
      -- A person's refresh is due again in a minute while it runs.
      SELECT 'refreshes' AS name, due, leased, false AS failed FROM "Bank" CROSS JOIN LATERAL (
        SELECT "nextRefreshAt" AS due, "syncLeaseUntil" > now() AS leased FROM "Connection"
        WHERE "bankCode" = "Bank"."code" AND "status" = 'active' AND "nextRefreshAt" <= ${at}::timestamptz + interval '1 minute'
        ORDER BY "nextRefreshAt" LIMIT ${atMost}) AS dues
      UNION ALL
      SELECT 'payments', "nextAt", "leaseUntil" > now(), false FROM "PaymentAttempt" WHERE "nextAt" IS NOT NULL
      UNION ALL
      -- One that waits for an earlier event of its order isn't due.
      SELECT 'webhooks', CASE WHEN NOT EXISTS (
          SELECT 1 FROM "WebhookDelivery" earlier WHERE earlier."endpointId" = delivery."endpointId"
            AND earlier."orderId" = delivery."orderId" AND earlier."status" = 'pending'
            AND earlier."sequence" < delivery."sequence") THEN "nextAt" END,
        "leaseUntil" > now(), "status" = 'failed' FROM "WebhookDelivery" AS delivery
      WHERE "status" = 'pending' OR ("status" = 'failed' AND "finishedAt" > ${hourAgo})
      UNION ALL
      -- Due from the moment it was written: a mail server that is away must not hide how long they wait.
      SELECT 'mails', CASE WHEN "state" <> 'failed' THEN "createdAt" END, "leaseUntil" > now(), "state" = 'failed' FROM "Mail"
      WHERE "state" IN ('due', 'sending') OR ("state" = 'failed' AND "finishedAt" > ${hourAgo})
      UNION ALL
      SELECT 'revocations', "nextTryAt", "leaseUntil" > now(), false FROM "Revocation"
      WHERE "doneAt" IS NULL AND "tokenSealed" IS NOT NULL
      UNION ALL
      SELECT 'consents', COALESCE(consent."sentAt", consent."createdAt") + interval '30 seconds',
        connection."consentLeaseUntil" > now(), false
      FROM "Consent" AS consent JOIN "Connection" AS connection ON connection."id" = consent."connectionId"
      WHERE consent."status" IN ('pending', 'sent') AND connection."status" IN ('choosing', 'active')
    )
    SELECT queue.name, count(*) FILTER (WHERE due <= ${at} AND leased IS NOT TRUE)::int AS waiting,
      count(*) FILTER (WHERE leased)::int AS active, count(*) FILTER (WHERE failed)::int AS failed,
      extract(epoch FROM ${at}::timestamptz - min(due) FILTER (WHERE due <= ${at} AND leased IS NOT TRUE))::float
        AS "oldestSeconds"
    FROM (VALUES ('consents'), ('mails'), ('payments'), ('refreshes'), ('revocations'), ('webhooks')) AS queue(name) LEFT JOIN work ON work.name = queue.name
    GROUP BY queue.name ORDER BY queue.name`
}

/** @internal Connections by bank and status, those that there are. */
export const connectionsSql = (atMost = mostCounted): Prisma.Sql => Prisma.sql`
  SELECT "Bank"."code" AS "bank", states.status::text, "count"
  FROM "Bank" CROSS JOIN unnest(enum_range(NULL::"ConnectionStatus")) AS states(status) CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count" FROM (
      SELECT FROM "Connection" WHERE "bankCode" = "Bank"."code" AND "Connection"."status" = states.status
      ORDER BY "nextRefreshAt" LIMIT ${atMost}) AS capped) AS counted
  WHERE "count" > 0`

/** By bank and resource; connections without any left. */
export async function readQuotas(operator: Operator): Promise<QuotaLine[]> {
  await checkOperator(operator)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(now())
  return db().$queryRaw<QuotaLine[]>`
    SELECT c."bankCode", split_part(split_part(q.resource, '#', 1), ':', 1) AS resource,
      count(DISTINCT q.psu)::int AS connections, sum(q.used)::int AS used,
      count(*) FILTER (WHERE q.used >= 4 OR q."pausedUntil" > now())::int AS exhausted
    FROM "QuotaUse" q JOIN "Connection" c ON c.id = q."connectionId" AND c."userId" = q."userId"
    WHERE q.day = ${day}::date GROUP BY 1, 2 ORDER BY 1, 2`
}
