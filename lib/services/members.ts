import { db, type Tx } from '#lib/db.ts'
import { isMemberRole, type MemberAction, type MemberRole, may } from '#lib/domain/membership.ts'
import { Refused } from '#lib/domain/refused.ts'
import { isUuid } from './ids.ts'

/** Whose organisation it is: every service of a merchant asks here before it reads or writes anything of an organisation. */

export type Member = { readonly organisationId: string; readonly userId: string; readonly role: MemberRole }

/**
 * The member that a person is in an organisation, if their role allows what they want to do.
 * Refusals: `not_found` for an organisation that is none of theirs (C29), `not_allowed` for a role that may not.
 */
export async function memberOf(
  userId: string,
  organisationId: string,
  action: MemberAction,
  tx: Tx = db(),
): Promise<Member> {
  const membership = isUuid(organisationId)
    ? await tx.membership.findUnique({ where: { organisationId_userId: { organisationId, userId } } })
    : null
  if (!membership) throw new Refused('not_found')
  const { role } = membership
  if (!isMemberRole(role)) throw new Error('a membership has a role we do not know')
  if (!may(role, action)) throw new Refused('not_allowed', { field: action })
  return { organisationId, userId, role }
}
