import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { enter } from '#app/(auth)/enter.ts'
import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
import { finishSignUp, verifyAddress } from '#lib/services/people/verification.ts'
import { currentSession, readSignUpBrowser, rememberSignUpBrowser } from '#lib/session.ts'

const page = '/email/confirm'

/** Confirms an address by a mailed link: the signed-in person's, or that of the sign-up in this browser, which also signs in. Field token. */
export const POST = guarded('email.verify', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  const token = form?.field('token') ?? ''
  if (!form) return seeOther(page, { token })
  try {
    if (session) await verifyAddress(session.userId, token, await confirmingBrowser(request))
    else return seeOther(page, { next: await signInBy(token, request) })
    return seeOther(page)
  } catch (error) {
    const { code } = toRefused(error, request)
    // The page explains what to do about a link that has expired.
    return seeOther(page, { token, error: code === 'not_found' ? null : code })
  }
})

/** Answers the page that the person was on the way to. */
async function signInBy(token: string, request: Request): Promise<string | null> {
  const browser = await readSignUpBrowser()
  const { userId } = await finishSignUp(token, await confirmingBrowser(request))
  await enter(request, { userId, isStale: true })
  await rememberSignUpBrowser(null)
  return browser?.next ?? null
}
