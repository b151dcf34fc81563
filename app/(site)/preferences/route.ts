import { readForm, seeOther } from '#app/forms.ts'
import { guarded } from '#app/guarded.ts'
import { rememberKeys, rememberLocale, rememberTheme } from '#app/remember.ts'
import { findWayBack, readPreferences } from '#components/layout/preferences.ts'
import { changeLocale } from '#lib/services/people/users.ts'
import { currentSession } from '#lib/session.ts'

/** Language and appearance: plain forms, so that they work without JavaScript. Fields locale, theme, keys. */
export const POST = guarded('preferences.change', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther('/')
  const { locale, theme, keys } = readPreferences(form.field)
  if (theme) await rememberTheme(theme)
  if (keys) await rememberKeys(keys)
  if (locale) {
    await rememberLocale(locale)
    const session = await currentSession()
    if (session) await changeLocale(session, locale)
  }
  return seeOther(findWayBack(request.headers.get('referer')))
})
