import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Env } from './call.ts'

/**
 * Lets the guided tour show the customers' screens in a frame. Only requests from inside such a frame get other headers than usual:
 * the tour as the one allowed ancestor, its script that follows the journey, and cookies that belong to the tour's page alone
 * (`Partitioned`), because a frame on another site gets no `Lax` cookies. The start page and the control desk are never framed.
 */
export function allowFraming(tourOrigin: string): MiddlewareHandler<Env> {
  return async (call, next) => {
    await next()
    const isFramed = call.req.header('sec-fetch-dest') === 'iframe' || getCookie(call, marker) === '1'
    if (!isFramed || call.get('bank') === null) return
    const { headers } = call.res
    const policy = headers.get('content-security-policy') ?? ''
    headers.set(
      'content-security-policy',
      policy
        .replace("frame-ancestors 'none'", `frame-ancestors ${tourOrigin}`)
        .replace("script-src 'self'", `script-src 'self' ${tourOrigin}`),
    )
    headers.delete('x-frame-options')
    const cookies = headers.getSetCookie()
    headers.delete('set-cookie')
    for (const cookie of [...cookies, `${marker}=1; Path=/; HttpOnly`])
      headers.append('set-cookie', partitioned(cookie))
    if (!headers.get('content-type')?.startsWith('text/html')) return
    const page = (await call.res.text()).replace(/<head>/, `<head><script src="${tourOrigin}/hand.js"></script>`)
    call.res = new Response(page, { status: call.res.status, headers })
  }
}

const marker = '__Host-tour'

/** A cookie as before, but for this frame of the tour's page only. */
function partitioned(cookie: string): string {
  return `${cookie.replace(/;\s*(SameSite=\w+|Secure|Partitioned)/gi, '')}; Secure; SameSite=None; Partitioned`
}
