import type { CallbackOutcome } from '#lib/services/connections/link.ts'

/**
 * The cookie with which only this browser can claim a link flow in quarantine (C9). `__Host-` and Lax like the session's, for the
 * quarter of an hour that the quarantine lasts.
 */
const maxAgeSeconds = 15 * 60

/** Name of the cookie of one link flow. */
export function claimCookieName(flowId: string): string {
  return `__Host-guichet.claim.${flowId}`
}

/** The `Set-Cookie` of an outcome; null if there is nothing to claim. */
export function claimCookieOf({ flowId, claimSecret }: CallbackOutcome): string | null {
  if (flowId === null || claimSecret === null) return null
  const name = claimCookieName(flowId)
  return `${name}=${claimSecret}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`
}
