import { answerAnyone } from '#app/answer.ts'
import { whyByToken } from '#app/forms.ts'
import { changeAddress } from '#lib/services/people/profile.ts'

/** Changes the signed-in person's address by a mailed link. Field token. */
export const POST = answerAnyone(
  'email.change_confirm',
  '/email/change',
  async ({ who, field, presence }) => {
    if (!who) return { token: field('token') }
    await changeAddress(who, field('token'), presence().ipAddress)
    return { done: '1' }
  },
  whyByToken,
)
