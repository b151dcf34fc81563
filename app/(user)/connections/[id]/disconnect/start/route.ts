import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'
import { currentSession } from '#lib/session.ts'

/** Disconnects a bank for a browser without JavaScript; redirects to the connection's page, which says that it has ended. */
export const POST = guarded(
  'connection.disconnect',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const id = encodeURIComponent((await pathOf(params, 'id')).id)
    const form = await readForm(request)
    const session = await currentSession()
    if (!session) return seeOther('/signin', { next: `/connections/${id}/disconnect` })
    try {
      if (!form) throw new Refused('invalid_input', { field: 'form' })
      await disconnect(session.userId, id, presenceOf(request))
      return seeOther(`/connections/${id}`)
    } catch (error) {
      return seeOther(`/connections/${id}`, { error: toRefused(error, request).code })
    }
  },
)
