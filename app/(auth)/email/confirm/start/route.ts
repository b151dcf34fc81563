import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { enter } from '#app/(auth)/enter.ts'
import { answerAnyone } from '#app/answer.ts'
import { whyByToken } from '#app/forms.ts'
import { finishSignUp, verifyAddress } from '#lib/services/people/verification.ts'
import { ownPath, readSignUpBrowser, rememberSignUpBrowser } from '#lib/session.ts'

/** Confirms an address by a mailed link: the signed-in person's, or that of the sign-up in this browser, which also signs in. Fields token, next. */
export const POST = answerAnyone(
  'email.verify',
  '/email/confirm',
  async ({ request, who, field }) => {
    const token = field('token')
    const next = ownPath(field('next'))
    if (!who) return { next: (await signInBy(token, request)) ?? next }
    await verifyAddress(who, token, await confirmingBrowser(request))
    return { next }
  },
  whyByToken,
)

/** Answers the page that the person was on the way to. */
async function signInBy(token: string, request: Request): Promise<string | null> {
  const browser = await readSignUpBrowser()
  const { userId } = await finishSignUp(token, await confirmingBrowser(request))
  await enter(request, { userId, isStale: true })
  await rememberSignUpBrowser(null)
  return browser?.next ?? null
}
