import { isLocale, type Locale } from '#components/format/locale.ts'
import { isTheme, type Theme } from './theme.ts'

/** What the language and appearance switches post; they are plain forms. */
export type Preferences = { locale: Locale | null; theme: Theme | null }

export const preferencesPath = '/preferences'

export function readPreferences(field: (name: string) => string): Preferences {
  const [locale, theme] = [field('locale'), field('theme')]
  return { locale: isLocale(locale) ? locale : null, theme: isTheme(theme) ? theme : null }
}

/** Path of the page the form stood on. Only the path: whatever site it names, the way back leads to ours. */
export function findWayBack(referer: string | null): string {
  if (!referer || !URL.canParse(referer)) return '/'
  const { protocol, pathname, search } = new URL(referer)
  return /^https?:$/.test(protocol) ? `${pathname.replace(/^\/+/, '/')}${search}` : '/'
}
