import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { startLink } from '#lib/services/connections/link.ts'
import { currentSession } from '#lib/session.ts'

/** The form before leaving: redirects to the bank. */
export const POST = guarded(
  'connection.link',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const { bank } = await pathOf(params, 'bank')
    try {
      if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const session = await currentSession()
      if (!session) return seeOther(`/signin?next=${encodeURIComponent(`/link/${bank}`)}`)
      const { userId, sessionId } = session
      const { redirectTo } = await startLink(userId, { bankCode: bank, sessionId, purpose: 'link' })
      return seeOther(redirectTo)
    } catch (error) {
      const refused = toRefused(error, request)
      const shown = refused.code === 'too_many_tries' || refused.code === 'our_fault'
      return shown ? seeOther(`/link/${encodeURIComponent(bank)}?error=${refused.code}`) : problemOf(refused)
    }
  },
)
