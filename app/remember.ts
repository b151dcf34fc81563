import { cookies } from 'next/headers'
import { localeCookie } from '#components/format/locale.ts'
import { keysCookie, themeCookie } from '#components/layout/theme.ts'

/** Cookies for a browser's language, appearance and single-key shortcuts; they contain nothing else. */
const options = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 365 * 24 * 3600 } as const

export async function rememberLocale(locale: string): Promise<void> {
  ;(await cookies()).set(localeCookie, locale, options)
}

export async function rememberTheme(theme: string): Promise<void> {
  ;(await cookies()).set(themeCookie, theme, options)
}

export async function rememberKeys(keys: string): Promise<void> {
  ;(await cookies()).set(keysCookie, keys, options)
}
