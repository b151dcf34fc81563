import { seeOther } from '#app/(auth)/forms.ts'
import { claimCookieName } from '#app/callback/claim-cookie.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { readCookies } from '#app/read-cookies.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { claimFlow } from '#lib/services/connections/link.ts'
import { currentSession } from '#lib/session.ts'

/** The person who started the link flow claims it in the browser that came back from the bank (C9). */
export const POST = guarded(
  'connection.link',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const flowId = encodeURIComponent((await pathOf(params, 'flowId')).flowId)
    const page = `/link/resume/${flowId}`
    try {
      if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const session = await currentSession()
      if (!session) return seeOther(`/signin?next=${encodeURIComponent(page)}`)
      const secret = readCookies(request).get(claimCookieName(flowId)) ?? null
      const { connectionId } = await claimFlow(session.userId, flowId, secret, presenceOf(request))
      return seeOther(`/connections/${connectionId}/consent`)
    } catch (error) {
      const refused = toRefused(error, request)
      return refused.code === 'invalid_input' ? problemOf(refused) : seeOther(`${page}?error=${refused.code}`)
    }
  },
)
