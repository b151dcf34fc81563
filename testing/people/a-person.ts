import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { CurrentSession } from '#lib/session.ts'

/** Makes a person with an account, who gave their password just now. A test names only what it is about. */
export async function aPerson(given: Partial<Prisma.UserUncheckedCreateInput> = {}) {
  const made = { email: `${randomUUID()}@guichet.example`, name: 'Someone', passwordHash: 'none', ...given }
  const { id: userId, email, name } = await db().user.create({ data: made })
  return { userId, email, name, isOperator: given.role === 'operator', authenticatedAt: now() }
}

export const anOperator = (given: Partial<Prisma.UserUncheckedCreateInput> = {}) =>
  aPerson({ name: 'Op', role: 'operator', ...given })

/** A person's session in the form in which a page reads it. */
export const sessionOf = (person: Awaited<ReturnType<typeof aPerson>>): CurrentSession => ({
  ...person,
  sessionId: randomUUID(),
  locale: 'fr',
  isConfirmed: true,
})

/** Keeps a session of theirs, for a day, and returns its id. */
export async function storeSession(userId: string, authenticatedAt = new Date(0)): Promise<string> {
  const tomorrow = new Date(Date.now() + 86_400_000)
  const ends = { idleExpiresAt: tomorrow, absoluteExpiresAt: tomorrow }
  return (await db().session.create({ data: { tokenHash: randomUUID(), userId, authenticatedAt, ...ends } })).id
}
