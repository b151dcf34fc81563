import { answerMember } from '#app/api/merchant/answer-member.ts'
import { revokeInvitation } from '#lib/services/merchant/invitations.ts'

/** Revokes an invitation. */
export const DELETE = answerMember('invitation.revoke', ({ actor, id }) => revokeInvitation(actor, id))
