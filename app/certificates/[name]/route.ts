import { answerAnyone } from '#app/answer.ts'
import { readSealCertificate } from '#lib/services/operator/certificate-sets.ts'

/** Serves our public seal certificate to banks, by the name at the end of its keyId (bank:D16); never a key or anything else. */
export const GET = answerAnyone(async ({ part }) => {
  const pem = await readSealCertificate(part('name'))
  if (pem === null) return new Response(null, { status: 404 })
  return new Response(pem, {
    headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'public, max-age=3600' },
  })
})
