import { answerAnyone } from '#app/answer.ts'
import { readOrganisationLogo } from '#lib/services/merchant/brand.ts'

/** A merchant's logo by its fingerprint: another logo has another address, so browsers keep it for a year. */
export const GET = answerAnyone(async ({ part }) => {
  const png = await readOrganisationLogo(part('version'))
  if (png === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(png, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  })
})
