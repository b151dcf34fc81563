import { enter } from '#app/(auth)/enter.ts'
import { answerAnyone } from '#app/answer.ts'
import { seeOther, waitOf } from '#app/forms.ts'
import { checkSecondFactor, openPending } from '#lib/services/people/second-factor.ts'
import { keepPending, ownPath, readPending } from '#lib/session.ts'

/** The code after the password: of the authenticator application, or a recovery code. Fields code, next. */
export const POST = answerAnyone(
  'session.open',
  '/signin/code',
  async ({ request, field, presence }) => {
    const next = ownPath(field('next'))
    const pending = await openPending(await readPending())
    if (!pending) return seeOther('/signin', { next })
    await checkSecondFactor(pending, field('code'), presence().ipAddress)
    await enter(request, pending)
    await keepPending(null)
    return next ?? '/start'
  },
  (refused, { field }) => {
    const next = ownPath(field('next'))
    if (refused.code === 'wrong_credentials') return seeOther('/signin', { error: refused.code, next })
    return { error: refused.code, wait: waitOf(refused), next }
  },
)
