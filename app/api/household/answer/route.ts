import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { answer } from '#app/answer.ts'
import { answerInvitation } from '#lib/services/household/invitations.ts'
import { AnswerInput } from '#lib/views/household.ts'

export const POST = answer('household.answer', AnswerInput, async ({ request, who, body }) => {
  const { invitation, accept } = body
  await answerInvitation(who, invitation, accept, await confirmingBrowser(request))
})
