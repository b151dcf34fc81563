import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { changeMailWish } from '#lib/services/people/notices.ts'
import { currentSession } from '#lib/session.ts'

/** Notices by mail, on or off: a plain form, so that it works without JavaScript. Field mail. */
export const POST = guarded('mail_wish.change', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  if (!session) return seeOther('/signin?next=%2Fsettings')
  const wish = form?.field('mail')
  if (wish === 'on' || wish === 'off') await changeMailWish(session.userId, wish === 'on')
  return seeOther('/settings#mail')
})
