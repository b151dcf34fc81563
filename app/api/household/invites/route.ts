import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { InviteInput } from '#lib/domain/household-view.ts'
import { invite } from '#lib/services/household/household-invitations.ts'

export const POST = guarded(
  'household.invite',
  answer(async ({ session, body }) => invite(session, (await body(InviteInput)).email)),
)
