import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { holderAnswers } from '#lib/domain/consent/holder.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { answerHolder } from '#lib/services/connections/holder.ts'
import { currentSession } from '#lib/session.ts'

/** Whether access under another name is the person's own: field `answer`. Redirects to the connection's page. */
export const POST = guarded(
  'connection.holder',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const id = encodeURIComponent((await pathOf(params, 'id')).id)
    const form = await readForm(request)
    const session = await currentSession()
    if (!session) return seeOther('/signin', { next: `/connections/${id}` })
    try {
      if (!form) throw new Refused('invalid_input', { field: 'form' })
      const answer = holderAnswers.find(known => known === form.field('answer'))
      if (answer === undefined) throw new Refused('invalid_input', { field: 'answer' })
      await answerHolder(session.userId, id, answer)
      return seeOther(`/connections/${id}`)
    } catch (error) {
      return seeOther(`/connections/${id}`, { error: toRefused(error, request).code })
    }
  },
)
