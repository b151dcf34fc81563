import { deleteInParts } from '#lib/base/batches.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'

/**
 * Of payers without an account the IBAN goes by itself: thirteen months after an attempt that was never sent to be executed (PSD2,
 * art. 71), five years after one that was (art. 21). Returns how many.
 */
export function sweepPayers(most?: number): Promise<number> {
  const at = now()
  return deleteInParts(
    limit => db().$executeRaw`
      WITH old AS (
        SELECT attempt."id", attempt."orderId" FROM "PaymentAttempt" AS attempt JOIN "PaymentOrder" AS paid ON paid."id" = attempt."orderId"
        WHERE attempt."debtorIban" IS NOT NULL AND attempt."createdAt" < ${at}::timestamptz - interval '13 months'
          AND (attempt."confirmingAt" IS NULL OR attempt."createdAt" < ${at}::timestamptz - interval '5 years')
          AND paid."ownerKind" = 'organisation' AND paid."kind" IN ('checkout', 'link') AND paid."payerUserId" IS NULL
        ORDER BY attempt."createdAt" LIMIT ${limit}
      ), known AS (
        UPDATE "PaymentOrder" SET "debtorIban" = NULL FROM old WHERE "PaymentOrder"."id" = old."orderId" AND "PaymentOrder"."debtorIban" IS NOT NULL
      )
      UPDATE "PaymentAttempt" SET "debtorIban" = NULL FROM old WHERE "PaymentAttempt"."id" = old."id"`,
    most,
  )
}
