import { isoDay } from '@guichet/values/calendar/day.ts'
import { seeOther } from '#app/forms.ts'
import { guarded, refuseForm } from '#app/guarded.ts'
import { now } from '#lib/clock.ts'
import { exportEverything } from '#lib/services/data-rights/export-everything.ts'
import { currentSession } from '#lib/session.ts'
import { toByteStream } from './byte-stream.ts'

/** The whole archive as a file, streamed. Requires a fresh password, in case a browser was left open (C24). */
export const GET = guarded(
  'export.everything',
  async (): Promise<Response> => {
    const session = await currentSession()
    if (!session) return seeOther('/signin', { next: '/settings' })
    return new Response(toByteStream(exportEverything(session.userId)), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="guichet-archive-${isoDay(now())}.json"`,
        'cache-control': 'private, no-store',
      },
    })
  },
  refuseForm('/settings/export'),
)
