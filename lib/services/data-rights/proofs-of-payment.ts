import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'

/** Payments of erased people: what PSD2 art. 21 requires us to keep, without anything that identifies the person. */

/** Whether any of this person's payments was confirmed to a bank. */
export async function hasPaid(userId: string): Promise<boolean> {
  const where = { confirmingAt: { not: null }, order: { ownerId: userId, ownerKind: 'person' as const } }
  return (await db().paymentAttempt.count({ where, take: 1 })) > 0
}

/**
 * Stores, for five years from confirmation (PSD2 art. 21), what a bank or an authority would ask about each confirmed payment:
 * bank, its id and ours, amount, day, outcome. No name, no IBAN, no text, no owner.
 */
export async function keepProofsOfPayment(tx: Tx, userId: string, erasureId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "KeptPayment" ("id", "erasureId", "bankCode", "resourceId", "paymentInformationId", "endToEndIds",
      "amountMinor", "currency", "status", "executionDate", "confirmingAt", "keptUntil")
    SELECT gen_random_uuid(), ${erasureId}::uuid, attempt."bankCode", attempt."resourceId", attempt."paymentInformationId",
      ARRAY(SELECT "endToEndId" FROM "PaymentInstruction" WHERE "attemptId" = attempt."id" ORDER BY "position"),
      paid."amountMinor", paid."currency", attempt."status", attempt."executionDate", attempt."confirmingAt",
      attempt."confirmingAt" + interval '5 years'
    FROM "PaymentAttempt" AS attempt JOIN "PaymentOrder" AS paid ON paid."id" = attempt."orderId"
    WHERE paid."ownerId" = ${userId}::uuid AND paid."ownerKind" = 'person' AND attempt."confirmingAt" IS NOT NULL`
}

/** Whether anything is still stored under the record of an erasure. */
export async function hasProofsOfPayment(erasureId: string): Promise<boolean> {
  return (await db().keptPayment.count({ where: { erasureId }, take: 1 })) > 0
}

/** Deletes proofs older than five years. Returns how many. */
export async function sweepProofsOfPayment(): Promise<number> {
  const { count } = await db().keptPayment.deleteMany({ where: { keptUntil: { lt: now() } } })
  return count
}
