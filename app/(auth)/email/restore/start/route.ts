import { answerAnyone } from '#app/answer.ts'
import { whyByToken } from '#app/forms.ts'
import { restoreAddress } from '#lib/services/people/profile.ts'

/** Brings the old address back by the link mailed there, whoever is signed in. Field token. */
export const POST = answerAnyone(
  'email.restore',
  '/email/restore',
  async ({ field, presence }) => {
    await restoreAddress(field('token'), presence().ipAddress)
    return { done: '1' }
  },
  whyByToken,
)
