import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { memberRoles } from '#lib/domain/merchant/membership.ts'
import { changeMember } from '#lib/services/merchant/members.ts'

const Change = z.strictObject({ role: z.enum(memberRoles) })

/** Changes a member's role. */
export const PUT = answerMember('member.role', async ({ actor, id: memberId, body }) => {
  const { role } = await body(Change)
  return changeMember(actor, { memberId, role })
})

/** Removes a member. */
export const DELETE = answerMember('member.remove', ({ actor, id: memberId }) =>
  changeMember(actor, { memberId, role: null }),
)
