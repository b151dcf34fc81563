import { db, Prisma } from '#lib/db.ts'

/** `paidBy` (lib/domain/payments/order/paid.ts) where the database counts; paid.test.ts holds them together. */
export const wherePaid = () => ({ OR: [{ status: 'executed' as const }, whereReceived()] })

/** As `isReceived`. */
export const whereReceived = () => ({ receivedMinor: { gt: 0n, gte: db().paymentOrder.fields.amountMinor } })

/** When it was paid; null while it isn't. */
export const paidAt = Prisma.sql`CASE WHEN "status" = 'executed' THEN "finishedAt"
  WHEN "receivedMinor" > 0 AND "receivedMinor" >= "amountMinor" THEN "receivedAt" END`

/** Those whose `paidAt` is not before. */
export const wherePaidSince = (since: Date) => ({
  OR: [
    { status: 'executed' as const, finishedAt: { gte: since } },
    { ...whereReceived(), status: { not: 'executed' as const }, receivedAt: { gte: since } },
  ],
})
