import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeOrganisation, OrganisationInput } from '#lib/services/merchant/organisations.ts'

/** Changes them. */
export const PUT = answerMember('organisation.change', OrganisationInput, ({ who, body }) =>
  changeOrganisation(who, body),
)
