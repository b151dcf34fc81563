import { answerAnyone } from '#app/answer.ts'
import { rememberKeys, rememberLocale, rememberTheme } from '#app/remember.ts'
import { findWayBack, readPreferences } from '#components/layout/preferences.ts'
import { changeLocale } from '#lib/services/people/users.ts'

/** Language and appearance: plain forms, so that they work without JavaScript. Fields locale, theme, keys. */
export const POST = answerAnyone('preferences.change', '/', async ({ request, who, field }) => {
  const { locale, theme, keys } = readPreferences(field)
  if (theme) await rememberTheme(theme)
  if (keys) await rememberKeys(keys)
  if (locale) await rememberLocale(locale)
  if (locale && who) await changeLocale(who, locale)
  return findWayBack(request.headers.get('referer'))
})
