import { now } from '#lib/clock.ts'
import { readEnv } from '#lib/env.ts'
import { writeSecurityText } from '#lib/views/security-text.ts'

/** Public. */
export function GET(): Response {
  const site = { contact: readEnv('LEGAL_CONTACT'), origin: new URL(readEnv('APP_URL')).origin }
  return new Response(writeSecurityText(site, now()), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
