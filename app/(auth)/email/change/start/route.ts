import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { changeAddress } from '#lib/services/people/profile.ts'
import { currentSession } from '#lib/session.ts'

const page = '/email/change'

/** Changes the signed-in person's address by a mailed link. Field token. */
export const POST = guarded('email.change_confirm', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  const token = form?.field('token') ?? ''
  if (!form || !session) return seeOther(page, { token })
  try {
    await changeAddress(session.userId, token, presenceOf(request).ipAddress)
    return seeOther(page, { done: '1' })
  } catch (error) {
    const { code } = toRefused(error, request)
    // The page explains what to do about a link that has expired.
    return seeOther(page, { token, error: code === 'not_found' ? null : code })
  }
})
