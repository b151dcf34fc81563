import { answerMember } from '#app/api/merchant/answer-member.ts'
import { makeLinkBatch } from '#lib/services/payments/link-batches.ts'
import { readBatchForm } from './upload.ts'

/** Makes all links of a table. */
export const POST = answerMember('link.change', async ({ who, request }) => {
  const { mode, input, file } = await readBatchForm(request)
  return makeLinkBatch({ ...who, mode }, file, input)
})
