import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readAs, readUpload } from '#app/read-request.ts'
import { maxDocumentBytes } from '#lib/domain/merchant/document.ts'
import { uploadDocument } from '#lib/services/merchant/documents.ts'
import { DocumentKindInput } from '#lib/views/activation.ts'

export const POST = answerMember('activation.document', async ({ who, request }) => {
  const { field, upload } = await readUpload(request, maxDocumentBytes)
  const kind = readAs(DocumentKindInput, field('kind'), 'kind')
  return uploadDocument(who, { kind, name: upload.name, bytes: new Uint8Array(await upload.arrayBuffer()) })
})
