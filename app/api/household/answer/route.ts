import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { answerInvitation } from '#lib/services/household/invitations.ts'
import { AnswerInput } from '#lib/views/household.ts'

export const POST = guarded(
  'household.answer',
  answer(async ({ request, session, body }) => {
    const { invitation, accept } = await body(AnswerInput)
    await answerInvitation(session, invitation, accept, await confirmingBrowser(request))
  }),
)
