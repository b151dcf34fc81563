import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { askNewAddress } from '#lib/services/people/profile.ts'
import { currentSession } from '#lib/session.ts'

const page = '/settings/email'

/** Requests a change of address; a link is mailed to the new one. Field email. */
export const POST = guarded(
  'email.change',
  async (request: Request): Promise<Response> => {
    const [form, session] = await Promise.all([readForm(request), currentSession()])
    if (!session) return seeOther('/signin', { next: page })
    if (!form) return seeOther(page)
    try {
      await askNewAddress(session, form.field('email'), presenceOf(request).ipAddress)
      return seeOther(page, { sent: '1' })
    } catch (error) {
      const refused = toRefused(error, request)
      return seeOther(page, { error: refused.code, field: refused.field ?? null, wait: waitOf(refused) })
    }
  },
  page,
)
