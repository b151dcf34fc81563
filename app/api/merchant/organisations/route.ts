import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { createOrganisation, OrganisationInput } from '#lib/services/merchant/organisations.ts'

/** Creates one that this person owns. */
export const POST = guarded(
  'organisation.create',
  answer(async ({ session, body }) => createOrganisation(session.userId, await body(OrganisationInput))),
)
