import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { cancelHandoff } from '#lib/services/connections/app-to-app.ts'
import { currentSession } from '#lib/session.ts'

type Params = { params: Promise<unknown> }

/** Cancels from the computer. */
export const POST = guarded('connection.link', async (request: Request, { params }: Params): Promise<Response> => {
  const { bank, handoffId } = await pathOf(params, 'bank', 'handoffId')
  try {
    if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
    const session = await currentSession()
    if (!session) return seeOther(`/signin?next=${encodeURIComponent(`/link/${bank}`)}`)
    const { bankCode } = await cancelHandoff(session.userId, handoffId)
    return seeOther(`/link/${encodeURIComponent(bankCode)}`)
  } catch (error) {
    return problemOf(toRefused(error, request))
  }
})
