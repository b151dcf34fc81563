import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'

/** Who works in the operator console: an operator, with the moment at which they last gave their password. */
export type Operator = { readonly userId: string; readonly authenticatedAt: Date }

/** Whether somebody is an operator, read from the database: a role that is taken away is gone at the next request. */
export async function isOperator(userId: string): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { role: true } })
  return user?.role === 'operator'
}

/** For every use case of the operator console, before anything else. Refuses as if nothing were there: `not_found`. */
export async function checkOperator({ userId }: Pick<Operator, 'userId'>): Promise<void> {
  if (!(await isOperator(userId))) throw new Refused('not_found')
}

/**
 * For what changes certificates, registrations, banks or the emergency switch: an operator who gave the password in the last
 * five minutes (C24). Refusals: `not_found`, `reauthentication_required`.
 */
export async function checkFreshOperator(operator: Operator): Promise<void> {
  await checkOperator(operator)
  requireFreshPassword(operator)
}
