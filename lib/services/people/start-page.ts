import { db } from '#lib/db.ts'

/**
 * Where a person begins after signing in: at their organisation if they joined one before they linked a bank, as merchants do, else at
 * their accounts.
 */
export async function startPageOf(userId: string): Promise<'/merchant' | '/home'> {
  const first = { where: { userId }, orderBy: { createdAt: 'asc' }, select: { createdAt: true } } as const
  const [membership, connection] = await Promise.all([
    db().membership.findFirst(first),
    db().connection.findFirst(first),
  ])
  if (membership === null) return '/home'
  return connection === null || membership.createdAt < connection.createdAt ? '/merchant' : '/home'
}
