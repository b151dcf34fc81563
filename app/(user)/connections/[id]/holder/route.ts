import { answer } from '#app/answer.ts'
import { holderAnswers } from '#lib/domain/consent/holder.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { answerHolder } from '#lib/services/connections/holder.ts'

/** Whether access under another name is the person's own: field `answer`. Redirects to the connection's page. */
export const POST = answer('connection.holder', '/connections/[id]', async ({ who, part, field, page }) => {
  const answer = holderAnswers.find(known => known === field('answer'))
  if (answer === undefined) throw new Refused('invalid_input', { field: 'answer' })
  await answerHolder(who, part('id'), answer)
  return page
})
