import { enter } from '#app/(auth)/enter.ts'
import { answerAnyone } from '#app/answer.ts'
import { faultQuery, seeOther } from '#app/forms.ts'
import { newSecret } from '#lib/base/secrets.ts'
import { aimOf, invitationIn } from '#lib/domain/people/aim.ts'
import { signUpInvited } from '#lib/services/merchant/invitations.ts'
import { signUp } from '#lib/services/people/users.ts'
import { canMail } from '#lib/services/people/verification.ts'
import { ownPath, rememberSignUpBrowser, rememberTyped } from '#lib/session.ts'

/**
 * The sign-up form. Fields name, email, password, locale, next. A known e-mail gets the same answer as a new one (C27); opening the
 * mailed link in this browser signs in. Whoever comes by the mail of an invitation has proven the address, and is signed in at once.
 */
export const POST = answerAnyone(
  'account.create',
  '/signup',
  async ({ request, field, presence }) => {
    const [name, email, password, locale] = [field('name'), field('email'), field('password'), field('locale')]
    const [secret, next] = [newSecret(), ownPath(field('next'))]
    const wish = { name, email, password, locale, ip: presence().ipAddress }
    const invited = await signUpInvited(wish, invitationIn(next))
    if (invited !== null && next !== null) {
      await enter(request, invited)
      return next
    }
    await signUp({ ...wish, browser: secret, aim: aimOf(next) })
    await rememberTyped({ email })
    await rememberSignUpBrowser({ secret, next })
    return canMail() ? '/signup/sent' : seeOther('/signin', { notice: 'signed_up', next })
  },
  async (refused, { field }) => {
    const [name, email, password] = [field('name'), field('email'), field('password')]
    await rememberTyped({ name, email })
    return { ...faultQuery(refused, { password, email }), next: ownPath(field('next')) }
  },
)
