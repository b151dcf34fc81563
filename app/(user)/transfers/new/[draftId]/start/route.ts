import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { sendTransfer } from '#lib/services/transfers/send.ts'
import { currentSession } from '#lib/session.ts'

/** The button of the summary: redirects to the bank. Pressed twice, it makes one order and redirects to the same screen. */
export const POST = guarded(
  'transfer.send',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const summary = `/transfers/new/${encodeURIComponent((await pathOf(params, 'draftId')).draftId)}`
    try {
      if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const session = await currentSession()
      if (!session) return seeOther('/signin', { next: summary })
      const { draftId } = await pathOf(params, 'draftId')
      return seeOther((await sendTransfer(session.userId, draftId, session, presenceOf(request))).redirectTo)
    } catch (error) {
      const refused = toRefused(error, request)
      if (refused.code === 'reauthentication_required') return seeOther('/settings/confirm', { next: summary })
      if (refused.code === 'not_found' || refused.field === 'origin') return problemOf(refused)
      return seeOther(summary, { error: refused.code })
    }
  },
)
