import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { memberRoles } from '#lib/domain/merchant/membership.ts'
import { changeMember } from '#lib/services/merchant/members.ts'

const Change = z.strictObject({ role: z.enum(memberRoles) })

/** Changes a member's role. */
export const PUT = answerMember('member.role', Change, ({ who, id: memberId, body }) => {
  const { role } = body
  return changeMember(who, { memberId, role })
})

/** `take_over`: by the owner who removes the member. */
const Removal = z.strictObject({ keys: z.enum(['revoke', 'take_over']) })

/** Removes a member, and says what becomes of their API keys. */
export const DELETE = answerMember('member.remove', Removal, ({ who, id: memberId, body }) => {
  const { keys } = body
  return changeMember(who, { memberId, role: null, keys })
})
