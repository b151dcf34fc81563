import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { typedLine } from '#lib/domain/person-text.ts'
import { sendLink } from '#lib/services/payments/payment-links.ts'

const Recipient = z.object({ email: typedLine(300) })

/** Mails a link to a payer. */
export const POST = guarded(
  'link.mail',
  answerMember(async ({ session, organisation, params, body }) => {
    const { email } = await body(Recipient)
    return sendLink(session.userId, organisation.id, params.id ?? '', email)
  }),
)
