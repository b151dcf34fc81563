import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { createLink, LinkInput } from '#lib/services/payments/links.ts'

/** With the mode that the page was rendered for. */
const Input = LinkInput.extend({ mode: z.enum(apiModes) })

/** Creates one. */
export const POST = answerMember('link.change', Input, ({ who, body }) => {
  const { mode, ...input } = body
  return createLink({ ...who, mode }, input, storeNothing)
})
