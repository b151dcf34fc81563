import { enter } from '#app/(auth)/enter.ts'
import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { checkSecondFactor, openPending } from '#lib/services/people/second-factor.ts'
import { keepPending, ownPath, readPending } from '#lib/session.ts'

/** The code after the password: of the authenticator application, or a recovery code. Fields code, next. */
export const POST = guarded('session.open', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther('/signin', { error: 'invalid_input' })
  const next = ownPath(form.field('next'))
  const pending = await openPending(await readPending())
  if (!pending) return seeOther('/signin', { next })
  try {
    await checkSecondFactor(pending.userId, form.field('code'), presenceOf(request).ipAddress)
    await enter(request, pending)
    await keepPending(null)
    return seeOther(next ?? '/start')
  } catch (error) {
    const refused = toRefused(error, request)
    if (refused.code === 'wrong_credentials') return seeOther('/signin', { error: refused.code, next })
    return seeOther('/signin/code', { error: refused.code, wait: waitOf(refused), next })
  }
})
