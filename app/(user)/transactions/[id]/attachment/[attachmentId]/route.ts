import { answer } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
import { readAttachment, removeAttachment } from '#lib/services/transactions/attachments.ts'

/** Saved, never shown: it is somebody's file on our origin. */
export const GET = answer(async ({ who, part }) => {
  const { name, type, content } = await readAttachment(who, part('attachmentId'))
  const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }
  return answerFile({ name, type, body: content, headers })
})

/** Removes it. */
export const POST = answer('filing.change', '/transactions/[id]', async ({ who, part }) => {
  await removeAttachment(who, part('attachmentId'))
  return { notice: 'saved' }
})
