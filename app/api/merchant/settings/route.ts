import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { changeOrganisation, OrganisationInput, readOrganisation } from '#lib/services/merchant/organisations.ts'

/** What the organisation says of itself. */
export const GET = answerMember(({ session, organisation }) => readOrganisation(session.userId, organisation.id))

/** Changes it. */
export const PUT = guarded(
  'organisation.change',
  answerMember(async ({ session, organisation, body }) =>
    changeOrganisation(session.userId, organisation.id, await body(OrganisationInput)),
  ),
)
