import { answerForm, whyAndWhere } from '#app/answer-form.ts'
import { askNewAddress } from '#lib/services/people/profile.ts'

/** Requests a change of address; a link is mailed to the new one. Field email. */
export const POST = answerForm(
  'email.change',
  '/settings/email',
  async ({ who, field, presence }) => {
    await askNewAddress(who, field('email'), presence().ipAddress)
    return { sent: '1' }
  },
  whyAndWhere,
)
