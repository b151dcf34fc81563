import { pathOf } from '#app/read-request.ts'
import { readSealCertificate } from '#lib/services/operator/certificate-sets.ts'

/** Banks fetch our public seal certificate here, by the name its keyId ends in (D16). Never a key, nothing else. */
export async function GET(_request: Request, { params }: { params: Promise<unknown> }): Promise<Response> {
  const pem = await readSealCertificate((await pathOf(params, 'name')).name)
  if (pem === null) return new Response(null, { status: 404 })
  return new Response(pem, {
    headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'public, max-age=3600' },
  })
}
