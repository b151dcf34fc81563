import { answerOperator } from '#app/answer.ts'
import { readDocument } from '#lib/services/operator/merchants.ts'

/** Always a download, never shown within our origin: a document comes from a stranger. */
export const GET = answerOperator(async ({ who, part, id }) => {
  const { name, mediaType, bytes } = await readDocument(who, id, part('documentId'))
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
