/** Cookies in which a browser keeps where a merchant's member works: hints, checked against the memberships every time. */

const options = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 400 * 24 * 60 * 60 } as const

export const organisationCookie = { name: '__Host-guichet.organisation', options } as const
export const modeCookie = { name: '__Host-guichet.mode', options } as const

export type Mode = 'test' | 'live'

/** Which payments are looked at; trying things is where everybody begins. */
export function modeOf(text: string | null | undefined): Mode {
  return text === 'live' ? 'live' : 'test'
}
