import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { createOrganisation, listOrganisations, OrganisationInput } from '#lib/services/merchant/organisations.ts'

/** The organisations that a person is a member of. */
export const GET = answer(({ session }) => listOrganisations(session.userId))

/** Creates one that this person owns. */
export const POST = guarded(
  'organisation.create',
  answer(async ({ session, body }) => createOrganisation(session.userId, await body(OrganisationInput))),
)
