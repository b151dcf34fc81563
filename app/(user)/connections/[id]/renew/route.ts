import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { startLink } from '#lib/services/connections/link.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { currentSession } from '#lib/session.ts'

/** The renewal's form: redirects to the bank for the same connection. */
export const POST = guarded(
  'connection.link',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const { id } = await pathOf(params, 'id')
    const page = `/connections/${encodeURIComponent(id)}`
    try {
      if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const session = await currentSession()
      if (!session) return seeOther(`/signin?next=${encodeURIComponent(page)}`)
      const { userId, sessionId } = session
      const { bank } = await readConnection(userId, id)
      const start = { bankCode: bank.code, sessionId, purpose: 'renew', connectionId: id } as const
      return seeOther((await startLink(userId, start)).redirectTo)
    } catch (error) {
      const refused = toRefused(error, request)
      return refused.code === 'not_found' || refused.code === 'invalid_input'
        ? problemOf(refused)
        : seeOther(`${page}?error=${refused.code}`)
    }
  },
)
