import { dayMs } from '@guichet/values/calendar/day.ts'
import { now } from '#lib/clock.ts'
import { Prisma } from '#lib/db.ts'
import { readableDays } from '#lib/domain/payments/attempt/machine.ts'

/** Of `o`: its executed instructions, where its bank executed only part of it. */
const executedParts = Prisma.sql`
  FROM "PaymentInstruction" AS i JOIN "PaymentAttempt" AS a ON a."id" = i."attemptId"
  WHERE a."orderId" = o."id" AND a."status" = 'partly_executed' AND i."bankStatus" = 'ACSC'`
const executedMinor = Prisma.sql`CASE o."status" WHEN 'executed' THEN o."amountMinor"
  WHEN 'partly_executed' THEN (SELECT COALESCE(SUM(i."amountMinor"), 0)::bigint ${executedParts}) ELSE 0 END`

/**
 * Refunds are negative. On the day of the end what the bank executed, and on its own day what came by hand (`amountMinor`, of the
 * `givenMinor`). A credit is the bank's own by id or amount until what it executed has arrived, or while it can still say.
 */
export function movements(organisationId: string, mode: 'test' | 'live'): Prisma.Sql {
  const isBanks = Prisma.sql`(o."status" = 'executed' OR given."amountMinor" = ${executedMinor} OR EXISTS (
    SELECT 1 ${executedParts} AND (i."endToEndId" = credit."endToEndId" OR i."amountMinor" = given."amountMinor")))`
  const readable = new Date(now().getTime() - readableDays * dayMs)
  const order = Prisma.sql`o."id", o."currency", o."kind"::text AS "orderKind", o."reference", o."createdAt", o."creditorIban",
    o."debtorIban", o."linkId", o."refundOfId"`
  return Prisma.sql`
    SELECT ${order}, (o."finishedAt" AT TIME ZONE 'Europe/Paris')::date AS "day", o."finishedAt", NULL::uuid AS "creditId",
      NULL AS "creditReference", 0::bigint AS "givenMinor", (CASE WHEN o."kind" = 'refund' THEN -1 ELSE 1 END) * ${executedMinor} AS "amountMinor"
    FROM "PaymentOrder" AS o
    WHERE o."ownerId" = ${organisationId}::uuid AND o."mode" = ${mode} AND o."finishedAt" IS NOT NULL
      AND o."status" IN ('executed', 'partly_executed')
    UNION ALL
    SELECT ${order}, o."debitedOn", o."finishedAt", o."id", NULL, -o."amountMinor", 0
    FROM "PaymentOrder" AS o
    WHERE o."ownerId" = ${organisationId}::uuid AND o."mode" = ${mode} AND o."kind" = 'refund' AND o."debitedOn" IS NOT NULL
    UNION ALL
    SELECT "id", "currency", "orderKind", "reference", "createdAt", "creditorIban", "debtorIban", "linkId", "refundOfId", "day", "matchedAt",
      "creditId", "endToEndId", "givenMinor", CASE WHEN "isWaiting" THEN 0 WHEN "isBanks" THEN LEAST("givenMinor", GREATEST("upTo" - "executedMinor", 0)) ELSE "givenMinor" END
    FROM (
      SELECT ${order}, credit."day", given."createdAt" AS "matchedAt", credit."id" AS "creditId", credit."endToEndId",
        given."amountMinor" AS "givenMinor", ${executedMinor} AS "executedMinor", ${isBanks} AS "isBanks",
        o."status" IN ('pending', 'confirmed') AND EXISTS (SELECT 1 FROM "PaymentAttempt" AS a
          WHERE a."orderId" = o."id" AND a."createdAt" > ${readable}) AS "isWaiting",
        (SUM(given."amountMinor") OVER (PARTITION BY o."id", ${isBanks}
          ORDER BY given."by" <> 'end_to_end', credit."day", given."id"))::bigint AS "upTo"
      FROM "CreditMatch" AS given
      JOIN "IncomingCredit" AS credit ON credit."id" = given."creditId"
      JOIN "PaymentOrder" AS o ON o."id" = given."orderId" AND o."ownerId" = given."organisationId"
      WHERE given."organisationId" = ${organisationId}::uuid AND o."mode" = ${mode} AND given."undoneAt" IS NULL) AS came`
}
