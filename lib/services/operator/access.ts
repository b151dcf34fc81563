import { appendAudit } from '#lib/base/audit.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'

export type Operator = { readonly userId: string; readonly authenticatedAt: Date }

/** From the database: a revoked role ends at once. */
export async function isOperator(userId: string): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { role: true } })
  return user?.role === 'operator'
}

/** First in every function of the console; `not_found`. */
export async function checkOperator({ userId }: Pick<Operator, 'userId'>): Promise<void> {
  if (!(await isOperator(userId))) throw new Refused('not_found')
}

/** Fresh password (C24). Refusals: `not_found`, `reauthentication_required`. */
export async function checkFreshOperator(operator: Operator): Promise<void> {
  await checkOperator(operator)
  requireFreshPassword(operator)
}

/** Records what an operator did, with the change it belongs to. */
export function auditOperator(
  { userId }: Pick<Operator, 'userId'>,
  action: string,
  detail: Prisma.InputJsonObject,
  tx?: Tx,
): Promise<void> {
  return appendAudit({ userId, stream: 'system', action, detail }, tx)
}
