import { parisDay } from '@guichet/values/calendar/paris.ts'
import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { type Business, findBusinessFault, normaliseBusiness } from '#lib/domain/merchant/business.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { BusinessInput } from '#lib/views/activation.ts'
import { memberOf } from './members.ts'
import { auditOrganisation } from './organisations.ts'

const Owners = z.array(z.strictObject({ name: z.string(), bornOn: z.string(), share: z.string() }))

type Columns = { readonly activity: string | null; readonly nafCode: string | null; readonly beneficialOwners: unknown }

/** Null: not said. */
export function businessOf({ activity, nafCode, beneficialOwners }: Columns): Business | null {
  const owners = Owners.safeParse(beneficialOwners).data
  return activity === null || owners === undefined ? null : { activity, naf: nafCode, owners }
}

/** Refusals: `not_found`, `not_allowed`, `invalid_input` (`activity`, `naf`, `owners`). */
export async function changeBusiness(
  { userId, organisationId }: Actor<'activation.business'>,
  input: BusinessInput,
): Promise<void> {
  const business = normaliseBusiness(input)
  const field = findBusinessFault(business, parisDay(now()))
  if (field !== null) throw new Refused('invalid_input', { field })
  const { activity, naf: nafCode, owners } = business
  await db().$transaction(async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    const data = { activity, nafCode, beneficialOwners: [...owners] }
    await tx.organisation.update({ where: { id: organisationId }, data })
    await auditOrganisation(tx, { userId, organisationId, action: 'activation.business_said' })
  })
}
