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
  const account = beneficiaryAt(row, now()).inEffect
  const same = {
    number: await whereNumbered(row, tx),
    account: account === null ? null : wherePaidOn(account.iban),
  }
  const found = await Promise.all(
    (['number', 'account'] as const).map(async by => {
      if (same[by] === null) return []
      const where = { AND: [{ id: { not: row.id } }, same[by], among] }
      const rows = await tx.organisation.findMany({ where, select: { id: true, name: true }, take: maxTwins })
      return rows.map(twin => ({ ...twin, by }))
    }),
  )
  return found.flat()
}

type Numbered = Pick<Prisma.OrganisationGetPayload<object>, 'registrationNumber' | 'country'>

/** A SIREN wherever they say they are; another country's number there. */
async function whereNumbered({ registrationNumber, country }: Numbered, tx: Tx) {
  if (registrationNumber === null) return null
  const siren = sirenOf(registrationNumber)
  return siren === null
    ? { country, ...(await whereNumberLike(numberKey(registrationNumber), tx)) }
    : whereNumberLike(`${siren}%`, tx)
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

/** However it is written. */
export const numberKey = (written: string): string => written.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Approved and asking ones first, whom many others must not hide. */
export async function whereNumberLike(pattern: string, tx: Tx): Promise<Prisma.OrganisationWhereInput> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Organisation" WHERE regexp_replace(upper("registrationNumber"), '[ ./-]', '', 'g') LIKE ${pattern}
    ORDER BY "approvedAt", "reviewAskedAt" LIMIT 200`
  return { id: { in: rows.map(({ id }) => id) } }
}
