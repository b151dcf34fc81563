import { seeOther } from '#app/(auth)/forms.ts'
import { exportEverything } from '#lib/services/leaving/export-everything.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { currentSession } from '#lib/session.ts'
import { toByteStream } from './byte-stream.ts'

/** The whole archive as a file, sent while it is read. Whoever finds a browser left open must know the password too (C24). */
export async function GET(): Promise<Response> {
  const session = await currentSession()
  if (!session) return seeOther('/signin', { next: '/settings' })
  if (!isFreshlyAuthenticated(session)) return seeOther('/settings/confirm', { next: '/settings/export' })
  return new Response(toByteStream(exportEverything(session.userId)), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="guichet-archive-${new Date().toISOString().slice(0, 10)}.json"`,
      'cache-control': 'private, no-store',
    },
  })
}
