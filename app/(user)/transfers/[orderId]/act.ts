import type { Presence } from '@guichet/stet/terms/presence.ts'
import { seeOther } from '#app/(auth)/forms.ts'
import { presenceOf } from '#app/presence.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type CurrentSession, currentSession } from '#lib/session.ts'

export type TransferParams = { params: Promise<unknown> }
type Act = (orderId: string, session: CurrentSession, presence: Presence) => Promise<string>

/** Handles a button of one transfer and redirects to its target; a refusal is shown on the same page. */
export async function actOnTransfer(request: Request, { params }: TransferParams, from: string, act: Act) {
  const { orderId } = await pathOf(params, 'orderId')
  const page = `/transfers/${encodeURIComponent(orderId)}`
  try {
    if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
    const session = await currentSession()
    if (!session) return seeOther('/signin', { next: page })
    return seeOther(await act(orderId, session, presenceOf(request)))
  } catch (error) {
    const refused = toRefused(error, request)
    if (refused.code === 'reauthentication_required') return seeOther('/settings/confirm', { next: `${page}${from}` })
    if (refused.code === 'not_found' || refused.field === 'origin') return problemOf(refused)
    return seeOther(`${page}${from}`, { error: refused.code })
  }
}
