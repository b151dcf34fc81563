import { cookies } from 'next/headers'
import { answer } from '#app/answer.ts'
import { organisationCookie } from '#app/current-organisation.ts'
import { createOrganisation, OrganisationInput } from '#lib/services/merchant/organisations.ts'

/** Creates one that this person owns, and makes it the current one. */
export const POST = answer('organisation.create', OrganisationInput, async ({ who, body }) => {
  const made = await createOrganisation(who, body)
  ;(await cookies()).set(organisationCookie.name, made.id, organisationCookie.options)
  return made
})
