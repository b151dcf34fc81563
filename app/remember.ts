import { cookies } from 'next/headers'
import { localeCookie } from '#components/format/locale.ts'
import { keysCookie, themeCookie } from '#components/layout/preferences.ts'
import { payLanguageCookie } from '#lib/domain/requests/pay-language.ts'

/** Cookies for a browser's language, appearance and single-key shortcuts; they contain nothing else. */
const options = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 365 * 24 * 3600 } as const

export async function rememberLocale(locale: string): Promise<void> {
  const jar = await cookies()
  jar.set(localeCookie, locale, options)
  jar.set(payLanguageCookie, '', { ...options, path: '/pay', maxAge: 0 })
}

export async function rememberTheme(theme: string): Promise<void> {
  ;(await cookies()).set(themeCookie, theme, options)
}

export async function rememberKeys(keys: string): Promise<void> {
  ;(await cookies()).set(keysCookie, keys, options)
}
