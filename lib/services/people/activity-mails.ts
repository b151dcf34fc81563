import { dayMs } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { refusedBy } from '#lib/domain/payments/attempt/machine.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { mailEach, pageAt, settingsPage } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import type { ActivityKind } from '#lib/services/mail/words/write.ts'

/** Connection exists, same status, not sent again. */
export const activityMailRules: MailRules<ActivityKind> = {
  bank_linked: async (userId, id) =>
    (await db().connection.count({ where: { id, userId, status: { in: ['choosing', 'active'] } } })) > 0,
  transfer_executed: (ownerId, id) => isOrderIn(ownerId, id, ['executed']),
  transfer_refused: (ownerId, id) => isOrderIn(ownerId, id, ['open', 'expired']),
  standing_order_ended: (ownerId, id) => isOrderIn(ownerId, id, ['confirmed', 'executed']),
}

async function isOrderIn(ownerId: string, id: string, statuses: OrderStatus[]): Promise<boolean> {
  return (await db().paymentOrder.count({ where: { id, ownerId, status: { in: statuses } } })) > 0
}

type Activity = {
  readonly userId: string
  readonly kind: ActivityKind
  readonly aboutId: string
  /** Mailed once. */
  readonly key: string
  readonly bankCode: string
}

/** Once per key. */
export async function mailActivity(tx: Tx, { userId, kind, aboutId, key, bankCode }: Activity): Promise<void> {
  const { name: bankName } = await tx.bank.findUniqueOrThrow({ where: { code: bankCode }, select: { name: true } })
  const page = pageAt(kind === 'bank_linked' ? `/connections/${aboutId}` : `/transfers/${aboutId}`)
  const words = { template: kind, values: { bankName }, page, link: settingsPage() }
  await mailEach(tx, { id: userId, mailNotices: true }, { kind, aboutId, key: `${kind}:${key}`, words })
}

type Order = { readonly id: string; readonly ownerId: string }

/** The order is locked. The bank’s end is mailed, not the person’s own. */
export async function mailTransferEnd(
  tx: Tx,
  { id: orderId, ownerId }: Order,
  kind: 'transfer_executed' | 'transfer_refused',
): Promise<void> {
  const status = kind === 'transfer_executed' ? ('executed' as const) : ('rejected' as const)
  const where = { orderId, ownerId, status }
  const attempt = await tx.paymentAttempt.findFirst({ where, orderBy: { createdAt: 'desc' } })
  if (!attempt || (status === 'rejected' && refusedBy(attempt) !== 'bank')) return
  await mailActivity(tx, { userId: ownerId, kind, aboutId: orderId, key: attempt.id, bankCode: attempt.bankCode })
}

/** Ended in the last three days; banks don't report it (bank:D41). */
export async function sweepStandingOrders(): Promise<void> {
  for (let last: string | null = null; ; ) {
    const ended = await findEnded(last)
    for (const { id, ownerId: userId, bankCode } of ended) {
      await mailActivity(db(), { userId, kind: 'standing_order_ended', aboutId: id, key: id, bankCode })
    }
    if (ended.length < batch) return
    last = ended.at(-1)?.id ?? null
  }
}

const batch = 500

function findEnded(after: string | null) {
  const [first, last] = [3, 1].map(days => parisDay(new Date(now().getTime() - days * dayMs)))
  return db().$queryRaw<{ id: string; ownerId: string; bankCode: string }[]>`
    SELECT ordered."id", ordered."ownerId", attempt."bankCode"
    FROM "PaymentOrder" AS ordered
    JOIN "PaymentAttempt" AS attempt ON attempt."id" = ordered."chosenAttemptId" AND attempt."ownerId" = ordered."ownerId"
    WHERE ordered."ownerKind" = 'person' AND ordered."status" IN ('confirmed', 'executed')
      AND left(ordered."recurrence"->>'endDate', 10) BETWEEN ${first} AND ${last}
      AND (${after}::uuid IS NULL OR ordered."id" > ${after}::uuid)
    ORDER BY ordered."id" LIMIT ${batch}`
}
