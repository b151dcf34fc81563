import { cookies } from 'next/headers'

/** Cookies with the organisation and mode a member works in: hints, checked against the memberships every time. */

const options = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 400 * 24 * 60 * 60 } as const

export const organisationCookie = { name: '__Host-guichet.organisation' } as const
export const modeCookie = { name: '__Host-guichet.mode', options } as const

export async function rememberOrganisation(organisationId: string): Promise<void> {
  ;(await cookies()).set(organisationCookie.name, organisationId, options)
}

export type Mode = 'test' | 'live'

/** The mode to show: test unless live is wanted. */
export function modeOf(text: string | null | undefined): Mode {
  return text === 'live' ? 'live' : 'test'
}
