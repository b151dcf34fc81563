import { cookies } from 'next/headers'
import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { localeCookie } from '#components/format/locale.ts'
import { findWayBack, readPreferences } from '#components/layout/preferences.ts'
import { themeCookie } from '#components/layout/theme.ts'
import { changeLocale } from '#lib/services/users.ts'
import { currentSession } from '#lib/session.ts'

const keep = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 365 * 24 * 3600 } as const

/** The language and appearance switches: plain forms, so that they work without JavaScript. Fields locale, theme. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request)
  if (!form) return seeOther('/')
  const { locale, theme } = readPreferences(form.field)
  const jar = await cookies()
  if (theme) jar.set(themeCookie, theme, keep)
  if (locale) {
    jar.set(localeCookie, locale, keep)
    const session = await currentSession()
    if (session) await changeLocale(session.userId, locale)
  }
  return seeOther(findWayBack(request.headers.get('referer')))
}
