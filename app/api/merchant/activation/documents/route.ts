import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readAs, readFields } from '#app/read-request.ts'
import { maxDocumentBytes } from '#lib/domain/merchant/document.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { uploadDocument } from '#lib/services/merchant/documents.ts'
import { DocumentKindInput } from '#lib/views/activation.ts'

export const POST = answerMember('activation.document', async ({ who, request }) => {
  // A little more than the file, for the form around it. Anything larger is not read.
  const form = await readFields(request, maxDocumentBytes + 64 * 1024)
  if (form === null) throw new Refused('invalid_input', { field: 'file.too_large' })
  const kind = readAs(DocumentKindInput, form.field('kind'), 'kind')
  const file = form.file('file')
  if (file === null) throw new Refused('invalid_input', { field: 'file.empty' })
  return uploadDocument(who, { kind, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
})
