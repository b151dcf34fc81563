import { isLocale, type Locale } from '#components/format/locale.ts'
import { isTheme, type Theme } from './theme.ts'

/** What the language and appearance switches post; they are plain forms. */
export type Preferences = { locale: Locale | null; theme: Theme | null }

export const preferencesPath = '/preferences'

export function readPreferences(form: FormData): Preferences {
  const locale = form.get('locale')
  const theme = form.get('theme')
  return { locale: isLocale(locale) ? locale : null, theme: isTheme(theme) ? theme : null }
}

/** Where to go back to: the page the form stood on, if it is one of ours; never another site. */
export function findWayBack(referer: string | null, ownOrigins: readonly (string | null)[]): string {
  if (!referer || !URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  const path = pathname.replace(/^\/+/, '/')
  return ownOrigins.includes(origin) ? `${path}${search}` : '/'
}
