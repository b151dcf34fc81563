import { db, Prisma, type Tx } from '#lib/db.ts'
import type { OrderRow } from './state.ts'

/** `paidBy` (lib/domain/payments/order/paid.ts) where the database counts; paid.test.ts holds them together. */
export const wherePaid = () => ({ OR: [{ status: 'executed' as const }, whereReceived()] })

/** As `isReceived`. */
export const whereReceived = () => ({ receivedMinor: { gt: 0n, gte: db().paymentOrder.fields.amountMinor } })

export const usingUp = ['executed', 'partly_executed', 'confirmed'] as const
/** Of a link; paid by hand too, whatever became of the order. */
export const whereUsedUp = () => ({ OR: [{ status: { in: [...usingUp] } }, whereReceived()] })

/** On `o`. */
export const isPaidByTransfer = Prisma.sql`o."receivedMinor" > 0 AND o."receivedMinor" >= o."amountMinor"
  AND o."status" NOT IN ('executed', 'pending', 'confirmed')`

/** By another order of its link, which is for one payment. */
export async function isPaidElsewhere(tx: Tx, { id, ownerId, linkId }: OrderRow): Promise<boolean> {
  if (linkId === null) return false
  const others = { ownerId, linkId, id: { not: id }, link: { isReusable: false } }
  return (await tx.paymentOrder.count({ where: { ...others, ...whereUsedUp() } })) > 0
}

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
