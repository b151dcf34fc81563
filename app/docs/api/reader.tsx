import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { readMember } from '#app/(merchant)/member-page.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import type { StepsReader } from '#components/reference/first-steps.tsx'
import { KeyMaker } from '#components/reference/key-maker.tsx'
import { now } from '#lib/clock.ts'
import { may } from '#lib/domain/merchant/membership.ts'
import { actAs } from '#lib/services/merchant/actor.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { readOrganisation } from '#lib/services/merchant/organisations.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { currentSession } from '#lib/session.ts'

/** How long a key made for the examples can be used. */
const keyLifeDays = 30

/** What the first steps know of whoever reads them; null for those who can't make keys for an organisation. */
export async function readReader(): Promise<StepsReader | null> {
  const member = (await currentSession()) === null ? null : await readMember()
  if (member === null || !may(member.organisation.role, 'developers.write')) return null
  const { session, organisation } = member
  const { returnUrls, beneficiary } = await readOrganisation(actAs(member, 'organisation.read'))
  const keyMaker = (
    <ClientWords areas={['failures', 'keys']}>
      {isFreshlyAuthenticated(session) ? (
        <KeyMaker
          organisation={organisation.id}
          expiresOn={addDays(parisDay(now()), keyLifeDays)}
          origin={readApiOrigin()}
        />
      ) : (
        <FreshNote next="/docs/api" />
      )}
    </ClientWords>
  )
  return { hasAccount: beneficiary !== null, returnUrl: returnUrls[0] ?? null, keyMaker }
}
