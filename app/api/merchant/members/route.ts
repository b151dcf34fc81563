import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { memberRoles } from '#lib/domain/merchant/membership.ts'
import { inviteMember } from '#lib/services/merchant/invitations.ts'
import { leaveOrganisation } from '#lib/services/merchant/members.ts'

const Invitation = z.strictObject({ email: typedSingleLine(300), role: z.enum(memberRoles) })

/** Invites an address in a role. */
export const POST = answerMember('member.invite', Invitation, ({ who, body }) => inviteMember(who, body))

/** Leaves the organisation. */
export const DELETE = answerMember('member.leave', ({ who }) => leaveOrganisation(who))
