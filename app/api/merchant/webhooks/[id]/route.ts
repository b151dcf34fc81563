import { answerMember } from '#app/api/merchant/answer-member.ts'
import { EndpointChange } from '#lib/domain/webhook-view.ts'
import { changeEndpoint, deleteEndpoint, readEndpoint } from '#lib/services/webhooks/webhook-endpoints.ts'

export const GET = answerMember(({ session, organisation, params }) =>
  readEndpoint(session.userId, organisation.id, params.id ?? ''),
)

/** Changes one, turns it on or off. */
export const PUT = answerMember(async ({ session, organisation, params, body }) =>
  changeEndpoint(session.userId, organisation.id, params.id ?? '', await body(EndpointChange), session),
)

export const DELETE = answerMember(({ session, organisation, params }) =>
  deleteEndpoint(session.userId, organisation.id, params.id ?? ''),
)
