import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { Prisma, type Tx } from '#lib/db.ts'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import {
  findLimitExcess,
  findTestExcess,
  type LimitColumns,
  type LimitExcess,
  type LimitUse,
  limitsOf,
} from '#lib/domain/payments/order/live-limits.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { OrderRow } from './state.ts'

/**
 * Limits of live payments, where an attempt starts, with the organisation locked, derived from attempts. Orders that nobody started don't
 * count: anybody with a link could use up a shop's day.
 */

/** Moved money, or still can. */
const counting = attemptStatuses.filter(one => !['rejected', 'cancelled', 'expired', 'abandoned'].includes(one))

type Wanted = { readonly mode: 'test' | 'live'; readonly amountMinor: bigint }

/** `payment_limit_reached`; reserves nothing. */
export async function requireWithinLimits(
  tx: Tx,
  organisation: LimitColumns & { readonly id: string },
  { mode, amountMinor }: Wanted,
): Promise<void> {
  if (mode === 'test') refuse(findTestExcess(amountMinor))
  else refuseExcess(amountMinor, organisation, await sumUse(tx, organisation.id, null))
}

export function requireWithinPaymentLimit(organisation: LimitColumns, { mode, amountMinor }: Wanted): void {
  if (mode === 'test') refuse(findTestExcess(amountMinor))
  else refuseExcess(amountMinor, organisation, { day: 0n, month: 0n })
}

/**
 * `organisation_suspended`, `payment_limit_reached`. Locks the organisation: two that fit must not exceed together.
 * The order is locked.
 */
export async function requireStartable(tx: Tx, order: OrderRow): Promise<void> {
  const { ownerId: id, mode, amountMinor } = order
  if (mode === 'live') {
    await tx.$queryRaw`SELECT "id" FROM "Organisation" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`
  }
  const organisation = await tx.organisation.findUnique({ where: { id } })
  if (organisation === null) return
  if (organisation.suspendedAt !== null) throw new Refused('organisation_suspended')
  if (mode === 'live') refuseExcess(amountMinor, organisation, await sumUse(tx, id, order.id))
}

function refuseExcess(amountMinor: bigint, organisation: LimitColumns, use: LimitUse): void {
  refuse(findLimitExcess(amountMinor, limitsOf(organisation), use))
}

function refuse(excess: LimitExcess | null): void {
  if (excess === null) return
  const euros = (minor: bigint) => formatAmount({ amountMinor: minor, currency: 'EUR' })
  const limit = { name: excess.limit, max: euros(excess.maxMinor), left: euros(excess.leftMinor) }
  throw new Refused('payment_limit_reached', { limit })
}

async function sumUse(tx: Tx, ownerId: string, exceptOrderId: string | null): Promise<LimitUse> {
  const today = parisDay(now())
  const [day, month] = [parisInstant(today, 0), parisInstant(`${today.slice(0, 7)}-01`, 0)]
  const except = exceptOrderId === null ? Prisma.empty : Prisma.sql`AND a."orderId" <> ${exceptOrderId}::uuid`
  const [row] = await tx.$queryRaw<{ day: string | null; month: string | null }[]>`
    SELECT SUM(o."amountMinor") FILTER (WHERE a."createdAt" >= ${day})::text AS "day", SUM(o."amountMinor")::text AS "month"
    FROM "PaymentAttempt" a JOIN "PaymentOrder" o ON o."id" = a."orderId"
    WHERE a."ownerId" = ${ownerId}::uuid AND a."createdAt" >= ${month} AND o."mode" = 'live' AND o."kind" <> 'refund'
      AND a."status"::text IN (${Prisma.join([...counting])}) ${except}`
  return { day: BigInt(row?.day ?? 0), month: BigInt(row?.month ?? 0) }
}
