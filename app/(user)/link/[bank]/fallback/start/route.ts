import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { openFallback } from '#lib/services/connections/fallback.ts'
import { currentSession } from '#lib/session.ts'

/** The form of the emergency page: redirects to the bank's own login page while the person is present. */
export const POST = guarded(
  'fallback.open',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const bank = encodeURIComponent((await pathOf(params, 'bank')).bank)
    const page = `/link/${bank}/fallback`
    try {
      if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const session = await currentSession()
      if (!session) return seeOther(`/signin?next=${encodeURIComponent(page)}`)
      return seeOther((await openFallback(session.userId, decodeURIComponent(bank), presenceOf(request))).href)
    } catch (error) {
      const refused = toRefused(error, request)
      return refused.code === 'invalid_input' ? problemOf(refused) : seeOther(`${page}?error=${refused.code}`)
    }
  },
)
