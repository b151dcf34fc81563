import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { startHandoff } from '#lib/services/connections/app-to-app.ts'
import { currentSession } from '#lib/session.ts'

/** The form before leaving that makes a QR code for the phone. */
export const POST = guarded(
  'connection.link',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const bank = encodeURIComponent((await pathOf(params, 'bank')).bank)
    try {
      if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const session = await currentSession()
      if (!session) return seeOther(`/signin?next=${encodeURIComponent(`/link/${bank}`)}`)
      return seeOther(`/link/${bank}/phone/${await startHandoff(session, decodeURIComponent(bank))}`)
    } catch (error) {
      const refused = toRefused(error, request)
      const shown = refused.code === 'too_many_tries' || refused.code === 'our_fault'
      return shown ? seeOther(`/link/${bank}?error=${refused.code}`) : problemOf(refused)
    }
  },
)
