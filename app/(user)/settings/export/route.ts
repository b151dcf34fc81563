import { isoDay } from '@guichet/values/calendar/day.ts'
import { answerFile } from '#app/answer-file.ts'
import { seeOther } from '#app/forms.ts'
import { guarded, refuseForm } from '#app/guarded.ts'
import { now } from '#lib/clock.ts'
import { exportEverything } from '#lib/services/data-rights/export-everything.ts'
import { currentSession } from '#lib/session.ts'

/** The whole archive as a file, streamed. Requires a fresh password, in case a browser was left open (C24). */
export const GET = guarded(
  'export.everything',
  async (): Promise<Response> => {
    const session = await currentSession()
    if (!session) return seeOther('/signin', { next: '/settings' })
    return answerFile({
      name: `guichet-archive-${isoDay(now())}.json`,
      type: 'application/json; charset=utf-8',
      body: exportEverything(session),
    })
  },
  refuseForm('/settings/export'),
)
