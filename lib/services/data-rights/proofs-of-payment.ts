import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'

/** PSD2 art. 21, without anything that identifies. */

export async function hasPaid(userId: string): Promise<boolean> {
  const where = { confirmingAt: { not: null }, order: { ownerId: userId, ownerKind: 'person' as const } }
  return (await db().paymentAttempt.count({ where, take: 1 })) > 0
}

/** For five years (PSD2 art. 21): bank, ids, amount, day, outcome; no name, IBAN, text or owner. */
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

export async function hasProofsOfPayment(erasureId: string): Promise<boolean> {
  return (await db().keptPayment.count({ where: { erasureId }, take: 1 })) > 0
}

/** Returns how many. */
export async function sweepProofsOfPayment(): Promise<number> {
  const { count } = await db().keptPayment.deleteMany({ where: { keptUntil: { lt: now() } } })
  return count
}
