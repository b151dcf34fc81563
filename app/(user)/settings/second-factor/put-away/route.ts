import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { forgetShownCodes } from '#lib/services/people/second-factor.ts'
import { currentSession } from '#lib/session.ts'

/** The person has saved the recovery codes: they are not shown again. A form without fields. */
export const POST = guarded('second_factor.put_away', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  if (!session) return seeOther('/signin', { next: '/settings' })
  if (form) await forgetShownCodes(session.userId)
  return seeOther('/settings#second-factor')
})
