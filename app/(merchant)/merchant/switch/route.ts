import { cookies } from 'next/headers'
import { answer } from '#app/answer.ts'
import { modeCookie, modeOf, organisationCookie } from '#app/current-organisation.ts'
import { listOrganisations } from '#lib/services/merchant/organisations.ts'

/** Switches organisation or mode by a plain form. No-op for an organisation that the person is not in. Fields organisation, mode. */
export const POST = answer('organisation.choose', '/merchant', async ({ who, field, page }) => {
  const [wanted, mode] = [field('organisation'), field('mode')]
  const jar = await cookies()
  if (mode !== '') jar.set(modeCookie.name, modeOf(mode), modeCookie.options)
  if (wanted !== '') {
    const theirs = await listOrganisations(who)
    if (theirs.some(({ id }) => id === wanted)) jar.set(organisationCookie.name, wanted, organisationCookie.options)
  }
  return page
})
