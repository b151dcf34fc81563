import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'

/** A user of the operator console, with the time at which they last gave their password. */
export type Operator = { readonly userId: string; readonly authenticatedAt: Date }

/** Whether somebody is an operator, read from the database, so that a revoked role ends at the next request. */
export async function isOperator(userId: string): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { role: true } })
  return user?.role === 'operator'
}

/** To be called first by every function of the operator console. Refuses everybody else with `not_found`. */
export async function checkOperator({ userId }: Pick<Operator, 'userId'>): Promise<void> {
  if (!(await isOperator(userId))) throw new Refused('not_found')
}

/**
 * For changes of certificates, registrations, banks or the emergency switch: an operator with a fresh password (C24). Refusals:
 * `not_found`, `reauthentication_required`.
 */
export async function checkFreshOperator(operator: Operator): Promise<void> {
  await checkOperator(operator)
  requireFreshPassword(operator)
}
