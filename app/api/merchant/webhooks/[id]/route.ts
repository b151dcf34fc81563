import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { EndpointChange } from '#lib/domain/webhook-view.ts'
import { changeEndpoint, deleteEndpoint, readEndpoint } from '#lib/services/webhooks/webhook-endpoints.ts'

export const GET = answerMember(({ session, organisation, params }) =>
  readEndpoint(session.userId, organisation.id, params.id ?? ''),
)

/** Changes one, turns it on or off. */
export const PUT = guarded(
  'webhook.change',
  answerMember(async ({ session, organisation, params, body }) =>
    changeEndpoint(session.userId, organisation.id, params.id ?? '', await body(EndpointChange), session),
  ),
)

export const DELETE = guarded(
  'webhook.delete',
  answerMember(({ session, organisation, params }) => deleteEndpoint(session.userId, organisation.id, params.id ?? '')),
)
