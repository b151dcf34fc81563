import { answer } from '#app/answer.ts'
import { sendVerification } from '#lib/services/people/verification.ts'

/** Mails the link that confirms an address again, for the signed-in person. A form without fields. */
export const POST = answer('email.verify_ask', '/email/confirm', async ({ who }) => {
  await sendVerification(who)
  return { sent: '1' }
})
