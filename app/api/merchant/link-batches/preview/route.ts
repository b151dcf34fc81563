import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readBatchForm } from '#app/api/merchant/link-batches/upload.ts'
import { previewLinkBatch } from '#lib/services/payments/link-batches.ts'

/** What a table of links would make, row by row. */
export const POST = answerMember('link.change', async ({ who, request }) => {
  const { mode, input, file } = await readBatchForm(request)
  return previewLinkBatch({ ...who, mode }, file, input)
})
