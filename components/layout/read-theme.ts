import { cookies } from 'next/headers'
import { isTheme, type Theme, themeCookie } from './theme.ts'

export async function readTheme(): Promise<Theme> {
  const kept = (await cookies()).get(themeCookie)?.value
  return isTheme(kept) ? kept : 'system'
}
