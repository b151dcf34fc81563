import { answerArrival, redirectTo, refuseHead } from '#app/callback/callback-response.ts'
import { claimCookieOf } from '#app/callback/claim-cookie.ts'
import { presenceOf } from '#app/presence.ts'
import { partsOf, searchOf } from '#app/read-request.ts'
import { type CallbackOutcome, receiveCallback } from '#lib/services/connections/link.ts'
import { currentSession } from '#lib/session.ts'

/**
 * The bank redirects the browser here (C3, C7). Whatever the result, the browser is redirected to an address without the code,
 * and sends no referrer (C6).
 */
export async function GET(request: Request, { params }: { params: Promise<unknown> }): Promise<Response> {
  return answerArrival(request, 'link', async () => {
    const session = await currentSession()
    const outcome = await receiveCallback({
      bankCode: (await partsOf(params)).fill('[bank]'),
      query: searchOf(request),
      visitor: session && { userId: session.userId, sessionId: session.sessionId },
      presence: presenceOf(request),
    })
    return redirectTo(nextPathOf(outcome), claimCookieOf(outcome))
  })
}

export { refuseHead as HEAD }

/** A callback without link flow has no id: the failure's code takes its place in the path. */
function nextPathOf({ next, flowId, connectionId, failure }: CallbackOutcome): string {
  if (next === 'consent') return `/connections/${connectionId}/consent`
  // An existing login: the page says that it was renewed, and until when.
  if (next === 'connection') return `/link/result/${flowId}`
  if (next === 'resume') return `/link/resume/${flowId}`
  return `/link/result/${flowId ?? failure ?? 'unknown_link'}`
}
