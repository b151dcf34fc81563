import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { sendLink } from '#lib/services/payments/links.ts'

const Recipient = z.strictObject({ email: typedSingleLine(300) })

/** Mails a link to a payer. */
export const POST = answerMember('link.mail', Recipient, ({ who, id, body }) => {
  const { email } = body
  return sendLink(who, id, email)
})
