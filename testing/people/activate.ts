import { db } from '#lib/db.ts'
import { approvalOf } from '#lib/services/merchant/activation.ts'

/** Approves an organisation as it is now, for tests of live payments. */
export async function activate(organisationId: string): Promise<void> {
  const where = { id: organisationId }
  const row = await db().organisation.findUniqueOrThrow({ where })
  await db().organisation.update({ where, data: approvalOf(row, null) })
}
