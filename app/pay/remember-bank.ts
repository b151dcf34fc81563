import { cookies } from 'next/headers'

/** The bank last used for payments in this browser: only its code, for half a year. */
const name = 'guichet_pay_bank'
const options = { path: '/pay', httpOnly: true, sameSite: 'lax', maxAge: 182 * 24 * 3600 } as const

export async function lastPayBank(): Promise<string | null> {
  const code = (await cookies()).get(name)?.value ?? ''
  return /^[A-Za-z0-9]{1,20}$/.test(code) ? code : null
}

export async function rememberPayBank(code: string): Promise<void> {
  ;(await cookies()).set(name, code, options)
}
