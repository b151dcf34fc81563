import { answerOperator } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
import { readDocument } from '#lib/services/operator/merchants.ts'

/** Always a download, never shown within our origin: a document comes from a stranger. */
export const GET = answerOperator(async ({ who, part, id }) => {
  const { name, mediaType, bytes } = await readDocument(who, id, part('documentId'))
  return answerFile({
    name: name,
    type: mediaType,
    body: bytes,
    headers: {
      'content-length': String(bytes.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
})
