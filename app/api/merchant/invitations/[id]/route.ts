import { answerMember } from '#app/api/merchant/answer-member.ts'
import { revokeInvitation } from '#lib/services/merchant/invitations.ts'

/** Takes an invitation back. */
export const DELETE = answerMember('invitation.revoke', ({ actor, id }) => revokeInvitation(actor, id))
