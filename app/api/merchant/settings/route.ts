import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeOrganisation, OrganisationInput, readOrganisation } from '#lib/services/merchant/organisations.ts'

/** The organisation's details. */
export const GET = answerMember('organisation.read', ({ actor }) => readOrganisation(actor))

/** Changes them. */
export const PUT = answerMember('organisation.change', async ({ actor, body }) =>
  changeOrganisation(actor, await body(OrganisationInput)),
)
