import { answer } from '#app/answer.ts'
import { createOrganisation, OrganisationInput } from '#lib/services/merchant/organisations.ts'

/** Creates one that this person owns. */
export const POST = answer('organisation.create', OrganisationInput, ({ who, body }) => createOrganisation(who, body))
