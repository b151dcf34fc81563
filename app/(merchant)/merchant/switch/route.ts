import { cookies } from 'next/headers'
import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { modeCookie, modeOf, organisationCookie } from '#app/(merchant)/current.ts'
import { guarded } from '#app/guarded.ts'
import { listOrganisations } from '#lib/services/merchant/organisations.ts'
import { currentSession } from '#lib/session.ts'

/** Switches organisation or mode by a plain form. No-op for an organisation that the person is not in. Fields organisation, mode. */
export const POST = guarded('organisation.choose', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  if (!session) return seeOther('/signin', { next: '/merchant' })
  const [wanted, mode] = [form?.field('organisation') ?? '', form?.field('mode') ?? '']
  const jar = await cookies()
  if (mode !== '') jar.set(modeCookie.name, modeOf(mode), modeCookie.options)
  if (wanted !== '') {
    const theirs = await listOrganisations(session.userId)
    if (theirs.some(({ id }) => id === wanted)) jar.set(organisationCookie.name, wanted, organisationCookie.options)
  }
  return seeOther('/merchant')
})
