import { answer } from '#app/answer.ts'
import { rememberOrganisation } from '#app/current-organisation.ts'
import { createOrganisation, OrganisationInput } from '#lib/services/merchant/organisations.ts'

/** Creates one that this person owns, and makes it the current one. */
export const POST = answer('organisation.create', OrganisationInput, async ({ who, body }) => {
  const made = await createOrganisation(who, body)
  await rememberOrganisation(made.id)
  return made
})
