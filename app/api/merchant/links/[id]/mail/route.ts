import { typedLine } from '@guichet/values/text/person.ts'
import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { sendLink } from '#lib/services/payments/links.ts'

const Recipient = z.strictObject({ email: typedLine(300) })

/** Mails a link to a payer. */
export const POST = answerMember('link.mail', async ({ actor, id, body }) => {
  const { email } = await body(Recipient)
  return sendLink(actor, id, email)
})
