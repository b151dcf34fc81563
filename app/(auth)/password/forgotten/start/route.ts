import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { askNewPassword } from '#lib/services/people/password-change.ts'
import { rememberTyped } from '#lib/session.ts'

const page = '/password/forgotten'

/** Requests a link to a new password. Field email. The answer is the same whether an account has it or not (C27). */
export const POST = guarded('password.reset_ask', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther(page, { error: 'invalid_input' })
  const email = form.field('email')
  await rememberTyped({ name: '', email })
  try {
    await askNewPassword(email, presenceOf(request).ipAddress)
    return seeOther(page, { sent: '1' })
  } catch (error) {
    const refused = toRefused(error, request)
    return seeOther(page, { error: refused.code, field: refused.field ?? null, wait: waitOf(refused) })
  }
})
