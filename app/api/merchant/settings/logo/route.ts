import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readUpload } from '#app/read-request.ts'
import { maxLogoBytes } from '#lib/domain/merchant/logo.ts'
import { removeOrganisationLogo, storeOrganisationLogo } from '#lib/services/merchant/brand.ts'

/** Uploads the logo that payers see. */
export const POST = answerMember('organisation.change', async ({ who, request }) => {
  const { upload } = await readUpload(request, maxLogoBytes)
  return storeOrganisationLogo(who, new Uint8Array(await upload.arrayBuffer()))
})

/** Takes it away. */
export const DELETE = answerMember('organisation.change', ({ who }) => removeOrganisationLogo(who))
