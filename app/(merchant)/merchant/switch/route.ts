import { cookies } from 'next/headers'
import { answer } from '#app/answer.ts'
import { modeCookie, modeOf, rememberOrganisation } from '#app/current-organisation.ts'
import { listOrganisations } from '#lib/services/merchant/organisations.ts'

/** Switches organisation or mode by a plain form. No-op for an organisation that the person is not in. Fields organisation, mode. */
export const POST = answer('organisation.choose', '/merchant', async ({ who, field, page }) => {
  const [wanted, mode] = [field('organisation'), field('mode')]
  if (mode !== '') (await cookies()).set(modeCookie.name, modeOf(mode), modeCookie.options)
  if (wanted !== '') {
    const theirs = await listOrganisations(who)
    if (theirs.some(({ id }) => id === wanted)) await rememberOrganisation(wanted)
  }
  return page
})
