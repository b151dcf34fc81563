import { isLocale, type Locale } from '#components/format/locale.ts'
import { isKeys, isTheme, type Keys, type Theme } from './theme.ts'

/** The form data of the switches for language, appearance and single-key shortcuts. */
export type Preferences = { locale: Locale | null; theme: Theme | null; keys: Keys | null }

export const preferencesPath = '/preferences'

export function readPreferences(field: (name: string) => string): Preferences {
  const [locale, theme, keys] = [field('locale'), field('theme'), field('keys')]
  return {
    locale: isLocale(locale) ? locale : null,
    theme: isTheme(theme) ? theme : null,
    keys: isKeys(keys) ? keys : null,
  }
}

/** Path of the page with the form, without its origin, so that the redirect always stays on our site. */
export function findWayBack(referer: string | null): string {
  if (!referer || !URL.canParse(referer)) return '/'
  const { protocol, pathname, search } = new URL(referer)
  return /^https?:$/.test(protocol) ? `${pathname.replace(/^\/+/, '/')}${search}` : '/'
}
