import { answerMember } from '#app/api/merchant/answer-member.ts'
import { revokeInvitation } from '#lib/services/merchant/invitations.ts'

/** Revokes an invitation. */
export const DELETE = answerMember('invitation.revoke', ({ who, id }) => revokeInvitation(who, id))
