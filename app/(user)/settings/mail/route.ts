import { answer } from '#app/answer.ts'
import { changeWeeklySummary } from '#lib/services/home/weekly-summary.ts'
import { changeMailWish } from '#lib/services/people/notices.ts'

/** Turns notices or the weekly summary by mail on or off: plain forms, so that they work without JavaScript. Field mail, or summary. */
export const POST = answer('mail_wish.change', '/settings', async ({ who, field }) => {
  const [mail, summary] = [field('mail'), field('summary')]
  if (mail === 'on' || mail === 'off') await changeMailWish(who, mail === 'on')
  if (summary === 'on' || summary === 'off') await changeWeeklySummary(who, summary === 'on')
  return '/settings#mail'
})
