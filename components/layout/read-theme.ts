import { cookies } from 'next/headers'
import { isTheme, keysCookie, type Theme, themeCookie } from './preferences.ts'

export async function readTheme(): Promise<Theme> {
  const kept = (await cookies()).get(themeCookie)?.value
  return isTheme(kept) ? kept : 'system'
}

/** Whether single-key shortcuts are on: the default, unless turned off in this browser. */
export async function readKeys(): Promise<boolean> {
  return (await cookies()).get(keysCookie)?.value !== 'off'
}
