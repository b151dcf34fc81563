import { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { localeCookie } from '#components/format/locale.ts'
import { findWayBack, readPreferences } from '#components/layout/preferences.ts'
import { themeCookie } from '#components/layout/theme.ts'
import { changeLocale } from '#lib/services/users.ts'
import { currentSession } from '#lib/session.ts'

const yearSeconds = 365 * 24 * 3600

/** The language and appearance switches: a plain form, so that they work without JavaScript. */
export async function POST(request: NextRequest): Promise<Response> {
  if (request.headers.get('sec-fetch-site') === 'cross-site') return new Response(null, { status: 403 })
  const { locale, theme } = readPreferences(await request.formData())
  const jar = await cookies()
  const keep = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: yearSeconds, secure: isSecure(request) } as const
  if (theme) jar.set(themeCookie, theme, keep)
  if (locale) {
    jar.set(localeCookie, locale, keep)
    const session = await currentSession()
    if (session) await changeLocale(session.userId, locale)
  }
  return new Response(null, {
    status: 303,
    headers: { location: findWayBack(request.headers.get('referer'), origins(request)) },
  })
}

function isSecure(request: NextRequest): boolean {
  return request.nextUrl.protocol === 'https:'
}

function origins(request: NextRequest): (string | null)[] {
  return [request.nextUrl.origin, request.headers.get('origin')]
}
