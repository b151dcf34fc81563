import { isLocale, type Locale } from '#components/format/locale.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Read on the server, so that the first paint already has the right colours. */
export const themeCookie = 'guichet_theme'

export function isTheme(value: unknown): value is Theme {
  return themes.some(theme => theme === value)
}

/** Whether single keys are shortcuts. */
const keySettings = ['on', 'off'] as const
type Keys = (typeof keySettings)[number]

export const keysCookie = 'guichet_keys'

function isKeys(value: unknown): value is Keys {
  return keySettings.some(setting => setting === value)
}

/** The form data of the switches for language, appearance and single-key shortcuts. */
type Preferences = { locale: Locale | null; theme: Theme | null; keys: Keys | null }

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
