import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { answer } from '#app/answer.ts'
import { rememberOrganisation } from '#app/current-organisation.ts'
import { acceptInvitation } from '#lib/services/merchant/invitations.ts'

/** Joins an organisation and makes it the current one. A form without fields. */
export const POST = answer('member.join', '/invitation/[token]', async ({ request, who, part }) => {
  const { organisationId } = await acceptInvitation(who, part('token'), await confirmingBrowser(request))
  await rememberOrganisation(organisationId)
  return '/merchant'
})
