import { dayMs } from '@guichet/values/calendar/day.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { downtimeMs, type Outage } from '#lib/domain/bank/outages.ts'
import type { ReportDates, ReportKind } from '#lib/domain/incidents/classification.ts'
import { dueAt, exceededCriteria, type IncidentFacts, judgedCriteria } from '#lib/domain/incidents/classification.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { IncidentReport } from '#lib/views/incident.ts'
import { failed } from './calls-report.ts'
import { readOutages } from './outages.ts'

export type IncidentQuestion = {
  readonly kind: ReportKind
  readonly from: Date
  readonly to: Date
  readonly mode: 'live' | 'test'
  readonly dates: ReportDates
  /** Null: not asked for, or not known. */
  readonly ownOutages: readonly Outage[] | null
}

const ordinaryDays = 30
const minuteMs = 60_000

/**
 * For reports to the authority (DORA, art. 19), [from, to): affected are people with a failed call, payments with
 * one, without answer, or held. Used by `npm run incident`; names nobody.
 */
export async function reportIncident({
  kind,
  from,
  to,
  mode,
  dates,
  ownOutages,
}: IncidentQuestion): Promise<IncidentReport> {
  const [people, merchants, payments, banks, outages, events, auditTrail] = await Promise.all([
    countPeople(from, to),
    countMerchants(from, to, mode),
    countPayments(from, to, mode),
    countCalls(from, to),
    readOutages(from, to),
    countEvents(from, to),
    readLastCheck(),
  ])
  const downtimes = [...outages.values(), ownOutages ?? []].map(own => downtimeMs(own, { from, to }))
  const facts: IncidentFacts = {
    people,
    merchants,
    ...payments,
    durationMinutes: Math.round((to.getTime() - from.getTime()) / minuteMs),
    downtimeMinutes: Math.round(Math.max(0, ...downtimes) / minuteMs),
  }
  const euros = (amountMinor: bigint) => formatAmount({ amountMinor, currency: 'EUR' })
  const due = (of: ReportKind) => dueAt(of, dates)?.toISOString() ?? null
  const { name, authorisation, contact } = readLegal()
  return IncidentReport.parse({
    format: 'guichet-incident/1',
    kind,
    madeAt: now().toISOString(),
    entity: { name, authorisation, contact },
    mode,
    from: from.toISOString(),
    to: to.toISOString(),
    awareAt: dates.awareAt.toISOString(),
    classifiedAt: dates.classifiedAt?.toISOString() ?? null,
    due: { initial: due('initial'), intermediate: due('intermediate'), final: due('final') },
    counted: {
      ...facts,
      amounts: { affected: euros(facts.amounts.affectedMinor), dailyAverage: euros(facts.amounts.dailyAverageMinor) },
    },
    exceeded: exceededCriteria(facts),
    toJudge: judgedCriteria,
    ownOutages: ownOutages?.map(toView) ?? null,
    banks: banks.map(bank => ({ ...bank, outages: (outages.get(bank.code) ?? []).map(toView) })),
    events,
    auditTrail,
  })
}

const toView = ({ from, to }: Outage) => ({ from: from.toISOString(), to: to?.toISOString() ?? null })

async function countPeople(from: Date, to: Date): Promise<IncidentFacts['people']> {
  const [row] = await db().$queryRaw<{ affected: number; all: number }[]>`
    SELECT
      (SELECT count(DISTINCT "userId")::int FROM "BankCall" WHERE at >= ${from} AND at < ${to} AND ${failed}) AS affected,
      (SELECT count(DISTINCT "userId")::int FROM "Connection" WHERE "createdAt" < ${to} AND status <> 'disconnected') AS all`
  return row ?? { affected: 0, all: 0 }
}

async function countMerchants(from: Date, to: Date, mode: string): Promise<IncidentFacts['merchants']> {
  const [row] = await db().$queryRaw<{ affected: number; all: number }[]>`
    WITH attempts AS (${attemptsOf(new Date(to.getTime() - ordinaryDays * dayMs), to, mode)})
    SELECT count(DISTINCT "ownerId") FILTER (WHERE affected AND "createdAt" >= ${from} AND "ownerKind" = 'organisation')::int AS affected,
      count(DISTINCT "ownerId") FILTER (WHERE "ownerKind" = 'organisation')::int AS all
    FROM attempts`
  return row ?? { affected: 0, all: 0 }
}

async function countPayments(from: Date, to: Date, mode: string): Promise<Pick<IncidentFacts, 'payments' | 'amounts'>> {
  const before = new Date(from.getTime() - ordinaryDays * dayMs)
  const [row] = await db().$queryRaw<{ affected: number; ordinary: number; lost: bigint; usual: bigint }[]>`
    WITH attempts AS (${attemptsOf(before, to, mode)})
    SELECT count(*) FILTER (WHERE affected AND "createdAt" >= ${from})::int AS affected,
      count(*) FILTER (WHERE "createdAt" < ${from})::int AS ordinary,
      COALESCE(sum("amountMinor") FILTER (WHERE affected AND "createdAt" >= ${from}), 0)::bigint AS lost,
      COALESCE(sum("amountMinor") FILTER (WHERE "createdAt" < ${from}), 0)::bigint AS usual
    FROM attempts`
  const { affected = 0, ordinary = 0, lost = 0n, usual = 0n } = row ?? {}
  return {
    payments: { affected, dailyAverage: ordinary / ordinaryDays },
    amounts: { affectedMinor: lost, dailyAverageMinor: usual / BigInt(ordinaryDays) },
  }
}

function attemptsOf(from: Date, to: Date, mode: string) {
  return Prisma.sql`
    SELECT attempt."createdAt", paid."ownerId", paid."ownerKind", paid."amountMinor",
      attempt.status IN ('abandoned', 'held') OR EXISTS (
        SELECT FROM "BankCall" WHERE "requestId" = attempt."requestId" AND ${failed}) AS affected
    FROM "PaymentAttempt" AS attempt JOIN "PaymentOrder" AS paid ON paid.id = attempt."orderId"
    WHERE attempt."createdAt" >= ${from} AND attempt."createdAt" < ${to} AND paid.mode::text = ${mode} AND paid.currency = 'EUR'`
}

async function countCalls(from: Date, to: Date) {
  const [counts, banks] = await Promise.all([
    db().$queryRaw<{ code: string; calls: number; failed: number }[]>`
      SELECT "bankCode" AS code, count(*)::int AS calls, count(*) FILTER (WHERE ${failed})::int AS failed
      FROM "BankCall" WHERE at >= ${from} AND at < ${to}
      GROUP BY "bankCode" HAVING count(*) FILTER (WHERE ${failed}) > 0 ORDER BY 3 DESC, 1`,
    db().bank.findMany({ select: { code: true, name: true } }),
  ])
  return counts.map(one => ({ ...one, name: banks.find(({ code }) => code === one.code)?.name ?? one.code }))
}

function countEvents(from: Date, to: Date) {
  return db().$queryRaw<{ action: string; count: number }[]>`
    SELECT action, count(*)::int AS count FROM "AuditEvent" WHERE at >= ${from} AND at < ${to} GROUP BY action ORDER BY action`
}

async function readLastCheck(): Promise<IncidentReport['auditTrail']> {
  const row = await db().auditCheck.findFirst({ orderBy: { id: 'desc' } })
  if (row === null) return null
  const { at, events, heads, broken } = row
  return { at: at.toISOString(), events, heads, breaks: Array.isArray(broken) ? broken.length : 0 }
}
