import { partsOf } from '#app/read-request.ts'
import { readOrganisationLogo } from '#lib/services/merchant/brand.ts'

type Context = { params: Promise<unknown> }

/** A merchant's logo by its fingerprint: another logo has another address, so browsers keep it for a year. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { version = '' } = await partsOf(params)
  const png = await readOrganisationLogo(version)
  if (png === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(png, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
