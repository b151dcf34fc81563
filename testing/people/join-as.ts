import { db } from '#lib/db.ts'

/** Makes whoever has this address a member of the organisation, so that mails of its tests reach them. */
export async function joinAs(organisationId: string, email: string): Promise<void> {
  const made = { email, name: 'Someone', passwordHash: 'none' }
  const { id: userId } = await db().user.upsert({ where: { email }, create: made, update: {} })
  const data = [{ organisationId, userId, role: 'viewer' as const }]
  await db().membership.createMany({ data, skipDuplicates: true })
}
