import { db } from '#lib/db.ts'
import type { MailRow } from './sending.ts'
import { isOperatorKind, isSecurityKind, isWishedKind } from './words/kind.ts'

/** Who it goes to; null for somebody who is no member or operator any more, wants no such mail any more, or has not confirmed the address. */
export async function findAddress({ organisationId, userId, to, kind }: MailRow): Promise<string | null> {
  if (to !== null || userId === null) return to
  const user = await db().user.findUnique({ where: { id: userId } })
  if (!user || (isWishedKind(kind) && !user.mailNotices) || (isOperatorKind(kind) && user.role !== 'operator'))
    return null
  if (!isSecurityKind(kind) && user.emailVerifiedAt === null) return null
  if (organisationId === null) return user.email
  const isMember = (await db().membership.count({ where: { organisationId, userId } })) > 0
  return isMember ? user.email : null
}
