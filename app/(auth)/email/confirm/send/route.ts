import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
import { sendVerification } from '#lib/services/people/verification.ts'
import { currentSession } from '#lib/session.ts'

const page = '/email/confirm'

/** Mails the link that confirms an address again, for the signed-in person. A form without fields. */
export const POST = guarded('email.verify_ask', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  if (!session) return seeOther('/signin', { next: '/settings' })
  if (!form) return seeOther('/settings')
  try {
    await sendVerification(session.userId)
    return seeOther(page, { sent: '1' })
  } catch (error) {
    const refused = toRefused(error, request)
    return seeOther(page, { error: refused.code, wait: waitOf(refused) })
  }
})
