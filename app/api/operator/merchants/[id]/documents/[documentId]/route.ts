import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { readDocument } from '#lib/services/operator/merchants.ts'

/** Always a download, never shown within our origin: a document comes from a stranger. */
export const GET = answerOperator(async ({ session, params }) => {
  const { name, mediaType, bytes } = await readDocument(session, params.id ?? '', params.documentId ?? '')
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(bytes.length),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
})
