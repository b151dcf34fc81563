import { pathOf } from '#app/read-request.ts'
import { readSealCertificate } from '#lib/services/operator/certificate-sets.ts'

/** Serves our public seal certificate to banks, by the name at the end of its keyId (bank:D16); never a key or anything else. */
export async function GET(_request: Request, { params }: { params: Promise<unknown> }): Promise<Response> {
  const pem = await readSealCertificate((await pathOf(params, 'name')).name)
  if (pem === null) return new Response(null, { status: 404 })
  return new Response(pem, {
    headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'public, max-age=3600' },
  })
}
