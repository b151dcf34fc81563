import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { verifyAddress } from '#lib/services/people/verification.ts'
import { currentSession } from '#lib/session.ts'

const page = '/email/confirm'

/** Confirms the address of who is signed in, by a mailed link. Field token. */
export const POST = guarded('email.verify', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  const token = form?.field('token') ?? ''
  if (!form || !session) return seeOther(page, { token })
  try {
    await verifyAddress(session.userId, token, presenceOf(request).ipAddress)
    return seeOther(page)
  } catch (error) {
    const { code } = toRefused(error, request)
    // The page says of a link that is over what to do.
    return seeOther(page, { token, error: code === 'not_found' ? null : code })
  }
})
