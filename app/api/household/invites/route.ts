import { answer } from '#app/answer.ts'
import { invite } from '#lib/services/household/invitations.ts'
import { InviteInput } from '#lib/views/household.ts'

export const POST = answer('household.invite', InviteInput, ({ who, body }) => invite(who, body.email))
