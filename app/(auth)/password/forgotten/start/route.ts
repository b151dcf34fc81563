import { answerAnyoneForm, whyAndWhere } from '#app/answer-form.ts'
import { askNewPassword } from '#lib/services/people/password-change.ts'
import { rememberTyped } from '#lib/session.ts'

/** Requests a link to a new password. Field email. The answer is the same whether an account has it or not (C27). */
export const POST = answerAnyoneForm(
  'password.reset_ask',
  '/password/forgotten',
  async ({ field, presence }) => {
    await rememberTyped({ email: field('email') })
    await askNewPassword(field('email'), presence().ipAddress)
    return { sent: '1' }
  },
  whyAndWhere,
)
