import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import type { OrganisationInput } from '#lib/services/merchant/organisations.ts'
import { aPerson } from './a-person.ts'

type Given = Partial<Prisma.OrganisationUncheckedCreateInput> & {
  /** Their only member, in that role; by default a new owner. */
  readonly member?: { readonly userId: string; readonly email: string }
  readonly role?: MemberRole
}

/** Makes an organisation with an account to be paid to and a member, who is returned with it. */
export async function aShop({ member, role = 'owner', ...given }: Given = {}) {
  const person = member ?? (await aPerson())
  const account = { beneficiaryName: 'Librairie du Port', beneficiaryIban: 'DE89370400440532013000' }
  const named = { name: 'Librairie', legalName: 'Librairie', email: 'shop@guichet.example', ...account, ...given }
  const data = { ...named, memberships: { create: { userId: person.userId, role } } }
  const { id: organisationId } = await db().organisation.create({ data })
  return { organisationId, userId: person.userId, email: person.email, authenticatedAt: now() }
}

/** Makes somebody a member of an organisation, by default a new person, in that role for long. */
export async function aMember(
  organisationId: string,
  role: MemberRole,
  change: { userId?: string; roleSince?: Date } = {},
) {
  const { userId = (await aPerson()).userId, roleSince = new Date(0) } = change
  await db().membership.create({ data: { organisationId, userId, role, roleSince } })
  return userId
}

/** What its founder types of an organisation. */
export const company: OrganisationInput = {
  name: 'Librairie du Port',
  legalName: '',
  registrationNumber: '',
  addressLines: [],
  country: 'FR',
  email: 'shop@guichet.example',
  website: '',
  locale: 'fr',
}
