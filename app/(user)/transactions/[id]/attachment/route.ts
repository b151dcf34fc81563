import { answer } from '#app/answer.ts'
import { seeOther } from '#app/forms.ts'
import { readUpload } from '#app/read-request.ts'
import { attachmentLimits } from '#lib/domain/accounts/attachment.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { addAttachment } from '#lib/services/transactions/attachments.ts'

/** The plain form of one `file`, larger than other forms. */
export const POST = answer('filing.change', async ({ request, who, id, fill }) => {
  const page = fill('/transactions/[id]')
  try {
    const { upload } = await readUpload(request, attachmentLimits.bytes)
    const bytes = new Uint8Array(await upload.arrayBuffer())
    await addAttachment(who, id, { name: upload.name, bytes })
    return seeOther(page, { notice: 'saved' })
  } catch (error) {
    if (error instanceof Refused && error.code === 'invalid_input')
      return seeOther(page, { field: error.field ?? 'file' })
    throw error
  }
})
