import { answer, withTyped } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { askNewAddress } from '#lib/services/people/profile.ts'

/** Requests a change of address; a link is mailed to the new one. Field email. */
export const POST = answer(
  'email.change',
  '/settings/email',
  async ({ who, field, presence }) => {
    await askNewAddress(who, field('email'), presence().ipAddress)
    return { sent: '1' }
  },
  withTyped(['email'], whyAndWhere),
)
