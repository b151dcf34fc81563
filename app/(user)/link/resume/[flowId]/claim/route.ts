import { answer } from '#app/answer.ts'
import { claimCookieName } from '#app/callback/claim-cookie.ts'
import { readCookies } from '#app/read-cookies.ts'
import { claimFlow } from '#lib/services/connections/link.ts'

/** The person who started the link flow claims it in the browser that came back from the bank (C9). */
export const POST = answer('connection.link', '/link/resume/[flowId]', async ({ request, who, part, presence }) => {
  const flowId = part('flowId')
  const secret = readCookies(request).get(claimCookieName(flowId)) ?? null
  const { connectionId, choosing } = await claimFlow(who, flowId, secret, presence())
  return choosing ? `/connections/${connectionId}/consent` : `/link/result/${flowId}`
})
