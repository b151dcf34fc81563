import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { memberRoles } from '#lib/domain/membership.ts'
import { typedLine } from '#lib/domain/person-text.ts'
import { leaveOrganisation, readTeam } from '#lib/services/merchant/members.ts'
import { inviteMember } from '#lib/services/merchant/merchant-invitations.ts'

const Invitation = z.object({ email: typedLine(300), role: z.enum(memberRoles) })

/** Members and open invitations. */
export const GET = answerMember(({ session, organisation }) => readTeam(session.userId, organisation.id))

/** Invites an address in a role. */
export const POST = guarded(
  'member.invite',
  answerMember(async ({ session, organisation, body }) =>
    inviteMember(session.userId, organisation.id, await body(Invitation)),
  ),
)

/** Leaves the organisation oneself. */
export const DELETE = guarded(
  'member.leave',
  answerMember(({ session, organisation }) => leaveOrganisation(session.userId, organisation.id)),
)
