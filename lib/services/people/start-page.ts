import { db } from '#lib/db.ts'
import type { Person } from '#lib/domain/who.ts'

/** Who joined an organisation before linking a bank begins there. */
export async function startPageOf({ userId }: Person): Promise<'/merchant' | '/home'> {
  const first = { where: { userId }, orderBy: { createdAt: 'asc' }, select: { createdAt: true } } as const
  const [membership, connection] = await Promise.all([
    db().membership.findFirst(first),
    db().connection.findFirst(first),
  ])
  if (membership === null) return '/home'
  return connection === null || membership.createdAt < connection.createdAt ? '/merchant' : '/home'
}
