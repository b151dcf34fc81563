import { answerAnyone } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { askNewPassword } from '#lib/services/people/password-change.ts'
import { rememberTyped } from '#lib/session.ts'

/** Requests a link to a new password. Field email. The answer is the same whether an account has it or not (C27). */
export const POST = answerAnyone(
  'password.reset_ask',
  '/password/forgotten',
  async ({ field, presence }) => {
    await rememberTyped({ email: field('email') })
    await askNewPassword(field('email'), presence().ipAddress)
    return { sent: '1' }
  },
  whyAndWhere,
)
