import { db } from '#lib/db.ts'
import { NoticeFacts, type NoticeKind, noticePath } from '#lib/domain/people/notice.ts'

/** A person's notices that they have not dismissed, newest first, each with the page it leads to. */
export async function noticesOf(userId: string) {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const rows = await db().notice.findMany({ where: { userId, dismissedAt: null }, orderBy })
  return rows.map(({ id, kind: stored, connectionId, facts: known }) => {
    const kind = stored as NoticeKind
    const facts = NoticeFacts.parse(known)
    return { id, kind, connectionId, facts, path: noticePath({ kind, connectionId, facts }) }
  })
}
