import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { type MemberAction, may } from '#lib/domain/membership.ts'
import type { OrganisationSummary } from '#lib/domain/organisation-view.ts'
import { Refused } from '#lib/domain/refused.ts'
import { chooseOrganisation } from '#lib/services/merchant/organisations.ts'
import { type CurrentSession, requireSession } from '#lib/session.ts'
import { type Mode, modeCookie, modeOf, organisationCookie } from './current.ts'

export type MemberSession = {
  readonly session: CurrentSession
  /** The one the person works in now; its id is what every service is asked with. */
  readonly organisation: OrganisationSummary
  readonly mode: Mode
}

/**
 * Who is there and for which organisation, at a page of merchants. Nobody signed in: to sign in and back. In no
 * organisation: to the page that makes one. A role that may not do this: to the overview, which says so.
 */
export async function requireMember(action: MemberAction = 'payments.read'): Promise<MemberSession> {
  const member = await readMember()
  if (member === null) redirect('/organisation/new')
  if (!may(member.organisation.role, action)) redirect('/merchant?refused=not_allowed')
  return member
}

/** The same for layouts: null in no organisation. Asked once per page. */
export const readMember = cache(async (): Promise<MemberSession | null> => {
  const [session, jar] = await Promise.all([requireSession(), cookies()])
  try {
    const wanted = jar.get(organisationCookie.name)?.value ?? null
    const organisation = await chooseOrganisation(session.userId, wanted)
    return { session, organisation, mode: modeOf(jar.get(modeCookie.name)?.value) }
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
})
