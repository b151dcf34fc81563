import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { changeWeeklySummary } from '#lib/services/home/weekly-summary.ts'
import { changeMailWish } from '#lib/services/people/notices.ts'
import { currentSession } from '#lib/session.ts'

/** Turns notices or the weekly summary by mail on or off: plain forms, so that they work without JavaScript. Field mail, or summary. */
export const POST = guarded('mail_wish.change', async (request: Request): Promise<Response> => {
  const [form, session] = await Promise.all([readForm(request), currentSession()])
  if (!session) return seeOther('/signin?next=%2Fsettings')
  const wish = form?.field('mail')
  if (wish === 'on' || wish === 'off') await changeMailWish(session.userId, wish === 'on')
  const summary = form?.field('summary')
  if (summary === 'on' || summary === 'off') await changeWeeklySummary(session.userId, summary === 'on')
  return seeOther('/settings#mail')
})
