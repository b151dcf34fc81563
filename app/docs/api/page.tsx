import { getTranslations } from 'next-intl/server'
import { readMember } from '#app/(merchant)/require-member.ts'
import { queryOf } from '#app/read-request.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { ApiReference } from '#components/reference/document.tsx'
import { FirstSteps, type StepsReader } from '#components/reference/first-steps.tsx'
import { KeyMaker } from '#components/reference/key-maker.tsx'
import { now } from '#lib/clock.ts'
import { addDays } from '#lib/domain/calendar/day.ts'
import { parisDay } from '#lib/domain/calendar/paris.ts'
import { may } from '#lib/domain/merchant/membership.ts'
import { actAs } from '#lib/services/merchant/actor.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { readOrganisation } from '#lib/services/merchant/organisations.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { currentSession } from '#lib/session.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'
import { sampleLanguages } from '#lib/views/v1/samples.ts'
import type { OpenapiDocument } from '#root/packages/api-reference/render-reference.ts'
import '#root/packages/api-reference/reference.css'

export async function generateMetadata() {
  return { title: (await getTranslations('keys.reference'))('title') }
}

/** How long a key made for the examples can be used. */
const keyLifeDays = 30

/** The API reference, rendered on the server from the document. Only a member who can make keys is sent a script of it. */
export default async function ApiReferencePage({ searchParams }: { searchParams: Promise<unknown> }) {
  const [{ code }, reader] = await Promise.all([queryOf(searchParams), readReader()])
  const document = writeOpenapi(readApiOrigin()) as unknown as OpenapiDocument
  const language = sampleLanguages.find(one => one === code) ?? 'curl'
  const api = document.servers[0]?.url ?? ''
  return <ApiReference document={document} steps={<FirstSteps api={api} language={language} reader={reader} />} />
}

/** The organisation of whoever reads; null without one. */
async function readReader(): Promise<StepsReader | null> {
  const member = (await currentSession()) === null ? null : await readMember()
  if (member === null || !may(member.organisation.role, 'developers.read')) return null
  const { session, organisation } = member
  const returnUrl = may(organisation.role, 'members.read')
    ? ((await readOrganisation(actAs(member, 'organisation.read'))).returnUrls[0] ?? null)
    : null
  if (!may(organisation.role, 'developers.write')) return { returnUrl, keyMaker: null }
  const keyMaker = (
    <ClientWords areas={['failures', 'keys']}>
      {isFreshlyAuthenticated(session) ? (
        <KeyMaker organisation={organisation.id} expiresOn={addDays(parisDay(now()), keyLifeDays)} />
      ) : (
        <FreshNote next="/docs/api" />
      )}
    </ClientWords>
  )
  return { returnUrl, keyMaker }
}
