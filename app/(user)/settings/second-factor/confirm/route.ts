import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { confirmSecondFactor } from '#lib/services/people/second-factor.ts'
import { currentSession } from '#lib/session.ts'

const page = '/settings/second-factor'

/** Turns the second factor on with a first code. Field code. */
export const POST = guarded(
  'second_factor.add',
  async (request: Request): Promise<Response> => {
    const [form, session] = await Promise.all([readForm(request), currentSession()])
    if (!session) return seeOther('/signin', { next: page })
    if (!form) return seeOther(page)
    try {
      await confirmSecondFactor(session, form.field('code'), presenceOf(request).ipAddress)
      return seeOther(page)
    } catch (error) {
      const refused = toRefused(error, request)
      return seeOther(page, { error: refused.code, wait: waitOf(refused) })
    }
  },
  page,
)
