import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { now } from '#lib/clock.ts'
import {
  findLimitsFault,
  type LimitColumns,
  type LiveLimits,
  limitsOf,
} from '#lib/domain/payments/order/live-limits.ts'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { AskedLimitsInput, LimitsView } from '#lib/views/activation.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditOrganisation, isActive } from './organisations.ts'

/** An owner asks for other limits; operators decide (`operator/merchant-decisions.ts`). */

export const notAsked = {
  limitsAskedAt: null,
  askedPaymentMinor: null,
  askedDayMinor: null,
  askedMonthMinor: null,
  limitsAskedReason: null,
} as const

export function viewLimits(row: LimitColumns): LimitsView {
  const { payment, day, month } = limitsOf(row)
  const euros = (amountMinor: bigint) => formatAmount({ amountMinor, currency: 'EUR' })
  return { payment: euros(payment), day: euros(day), month: euros(month) }
}

/** Refusals: `invalid_input` (`payment`, `day`, `month`). */
export function readLimits(input: LimitsView): LiveLimits {
  const minorOf = (limit: keyof LimitsView) => {
    const money = parseAmount(input[limit], 'EUR')
    if (money === null) throw new Refused('invalid_input', { field: limit })
    return money.amountMinor
  }
  const limits = { payment: minorOf('payment'), day: minorOf('day'), month: minorOf('month') }
  const fault = findLimitsFault(limits)
  if (fault !== null) throw new Refused('invalid_input', { field: fault })
  return limits
}

/**
 * Replaces an earlier question. Refusals: `not_found`, `not_allowed` (`state`: not active), `invalid_input` (`payment`,
 * `day`, `month`; `payment` if none is higher; `reason`).
 */
export async function askForLimits(
  { userId, organisationId }: Actor<'activation.limits'>,
  input: AskedLimitsInput,
): Promise<void> {
  const wanted = readLimits(input)
  const reason = cleanText(input.reason, 500)
  if (reason.length < 5) throw new Refused('invalid_input', { field: 'reason' })
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'beneficiary.write', tx)
    const row = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    if (!isActive(row) || row.suspendedAt !== null) throw new Refused('not_allowed', { field: 'state' })
    const present = limitsOf(row)
    if (liveLimitNames.every(limit => wanted[limit] <= present[limit])) {
      throw new Refused('invalid_input', { field: 'payment' })
    }
    const asked = { askedPaymentMinor: wanted.payment, askedDayMinor: wanted.day, askedMonthMinor: wanted.month }
    const answer = { limitsAnswer: null, limitsAnsweredAt: null }
    const data = { ...asked, ...answer, limitsAskedAt: now(), limitsAskedReason: reason }
    await tx.organisation.update({ where: { id: organisationId }, data })
    const { payment, day, month } = input
    const detail = { payment, day, month }
    await auditOrganisation(tx, { userId, organisationId, action: 'organisation.limits_asked', detail })
  })
}
