import { now } from '#lib/clock.ts'
import type { Prisma, Tx } from '#lib/db.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { wherePaidOn } from './beneficiary.ts'

/** Other organisations of the same number or account: one company twice, or somebody who poses as it. */

const maxTwins = 10

export type Twin = { readonly id: string; readonly name: string; readonly by: 'number' | 'account' }

/** `among`: those alone. */
export async function findTwins(
  row: Prisma.OrganisationGetPayload<object>,
  tx: Tx,
  among: Prisma.OrganisationWhereInput = {},
): Promise<Twin[]> {
  const siren = sirenOf(row.registrationNumber ?? '')
  const account = beneficiaryAt(row, now()).inEffect
  const same = {
    number: siren === null ? [] : writtenNumbers(siren).map(start => ({ registrationNumber: { startsWith: start } })),
    account: account === null ? [] : [wherePaidOn(account.iban)],
  }
  const found = await Promise.all(
    (['number', 'account'] as const).map(async by => {
      if (same[by].length === 0) return []
      const where = { AND: [{ id: { not: row.id } }, { OR: same[by] }, among] }
      const rows = await tx.organisation.findMany({ where, select: { id: true, name: true }, take: maxTwins })
      return rows.map(twin => ({ ...twin, by }))
    }),
  )
  return found.flat()
}

/**
 * Of other people, approved or under review: typing a company's number stops nobody. Their names are not told to
 * owners.
 */
export async function hasStrangerTwin(
  row: Prisma.OrganisationGetPayload<object>,
  ownerIds: string[],
  tx: Tx,
): Promise<boolean> {
  const isSerious = [{ approvedAt: { not: null } }, { reviewAskedAt: { not: null } }]
  const among = { memberships: { none: { userId: { in: ownerIds } } }, OR: isSerious }
  return (await findTwins(row, tx, among)).length > 0
}

/** Earlier ones were stored as typed: together, or in threes. */
export const writtenNumbers = (digits: string) => [digits, digits.replace(/(\d{3})(?=\d)/g, '$1 ')]
