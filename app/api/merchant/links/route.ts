import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { createLink, LinkInput, listLinks } from '#lib/services/payments/links.ts'

/** A page says for which mode it was drawn. */
const Input = LinkInput.extend({ mode: z.enum(apiModes) })

/** Payment links, fifty at a time. */
export const GET = answerMember('link.read', ({ actor, query }) => listLinks(actor, query.get('before')))

/** Makes one. */
export const POST = answerMember('link.change', async ({ actor, body }) => {
  const { mode, ...input } = await body(Input)
  return createLink({ ...actor, mode }, input, withoutKey)
})
