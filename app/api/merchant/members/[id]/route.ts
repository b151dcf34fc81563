import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { memberRoles } from '#lib/domain/membership.ts'
import { changeMember } from '#lib/services/merchant/members.ts'

const Change = z.object({ role: z.enum(memberRoles) })

/** Gives a member another role. */
export const PUT = guarded(
  'member.role',
  answerMember(async ({ session, organisation, params, body }) => {
    const { role } = await body(Change)
    return changeMember(session.userId, organisation.id, { memberId: params.id ?? '', role })
  }),
)

/** Takes a member out. */
export const DELETE = guarded(
  'member.remove',
  answerMember(({ session, organisation, params }) =>
    changeMember(session.userId, organisation.id, { memberId: params.id ?? '', role: null }),
  ),
)
