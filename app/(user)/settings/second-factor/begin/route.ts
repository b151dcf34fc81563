import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
import { beginSecondFactor } from '#lib/services/people/second-factor.ts'
import { currentSession } from '#lib/session.ts'

const page = '/settings/second-factor'

/** Makes a secret for an authenticator application, which the page then shows. A form without fields. */
export const POST = guarded(
  'second_factor.add',
  async (request: Request): Promise<Response> => {
    const [form, session] = await Promise.all([readForm(request), currentSession()])
    if (!session) return seeOther('/signin', { next: page })
    if (!form) return seeOther(page)
    try {
      await beginSecondFactor(session)
      return seeOther(page)
    } catch (error) {
      const refused = toRefused(error, request)
      return seeOther(page, { error: refused.code, wait: waitOf(refused) })
    }
  },
  page,
)
