import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { type Mode, modeCookie, modeOf, organisationCookie } from '#app/current-organisation.ts'
import type { Page } from '#app/open-page.ts'
import { framePage, type Shown } from '#app/page-frame.ts'
import { actOf, type Verb } from '#lib/domain/acts.ts'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAs } from '#lib/services/merchant/actor.ts'
import { chooseOrganisation } from '#lib/services/merchant/organisations.ts'
import { type CurrentSession, requireSession } from '#lib/session.ts'
import type { OrganisationSummary } from '#lib/views/organisation.ts'

type MemberSession = {
  readonly session: CurrentSession
  /** The person's current organisation. */
  readonly organisation: OrganisationSummary
  readonly mode: Mode
}

type Acting<Wanted extends Verb> = MemberSession & {
  readonly actor: Actor<Wanted>
  /** The same person for another verb. Refusals: those of `actAs`. */
  readonly as: <Other extends Verb>(verb: Other) => Actor<Other>
}

/**
 * A merchants' page, for a member who may do the verb. Redirects to the sign-in without a session, to the page that creates an
 * organisation if there is none, and to the role's own first page if the role does not allow the verb.
 */
export function memberPage<const Wanted extends Verb>(verb: Wanted, ...shown: Shown<Acting<Wanted>>): Page {
  return framePage(
    async () => {
      const member = await readMember()
      if (member === null) redirect('/organisation/new')
      if (!may(member.organisation.role, actOf(verb).role)) redirect(homeOf(member.organisation.role))
      return { ...member, actor: actAs(member, verb), as: other => actAs(member, other) }
    },
    ...shown,
  )
}

/** The overview explains it; whoever may not read that has the till alone. */
const homeOf = (role: MemberRole) => (may(role, 'payments.read') ? '/merchant?refused=not_allowed' : '/till')

/** The person, with their current organisation; null without one. Read once per page. */
export const readMember = cache(async (): Promise<MemberSession | null> => {
  const [session, jar] = await Promise.all([requireSession(), cookies()])
  try {
    const wanted = jar.get(organisationCookie.name)?.value ?? null
    const organisation = await chooseOrganisation(session, wanted)
    return { session, organisation, mode: modeOf(jar.get(modeCookie.name)?.value) }
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
})
