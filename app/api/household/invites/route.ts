import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { invite } from '#lib/services/household/invitations.ts'
import { InviteInput } from '#lib/views/household.ts'

export const POST = guarded(
  'household.invite',
  answer(async ({ session, body }) => invite(session, (await body(InviteInput)).email)),
)
