import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readFields } from '#app/read-request.ts'
import { maxLogoBytes } from '#lib/domain/merchant/logo.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { removeOrganisationLogo, storeOrganisationLogo } from '#lib/services/merchant/brand.ts'

/** Uploads the logo that payers see. */
export const POST = answerMember('organisation.change', async ({ who, request }) => {
  // A little more than the file, for the form around it. Anything larger is not read.
  const form = await readFields(request, maxLogoBytes + 16 * 1024)
  if (form === null) throw new Refused('invalid_input', { field: 'file.too_large' })
  const file = form.file('file')
  if (file === null) throw new Refused('invalid_input', { field: 'file.empty' })
  return storeOrganisationLogo(who, new Uint8Array(await file.arrayBuffer()))
})

/** Takes it away. */
export const DELETE = answerMember('organisation.change', ({ who }) => removeOrganisationLogo(who))
