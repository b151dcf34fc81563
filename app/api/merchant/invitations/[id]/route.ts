import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { revokeInvitation } from '#lib/services/merchant/merchant-invitations.ts'

/** Takes an invitation back. */
export const DELETE = guarded(
  'invitation.revoke',
  answerMember(({ session, organisation, params }) =>
    revokeInvitation(session.userId, organisation.id, params.id ?? ''),
  ),
)
