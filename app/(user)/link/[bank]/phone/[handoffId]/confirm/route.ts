import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { confirmHandoff } from '#lib/services/connections/app-to-app.ts'
import { currentSession } from '#lib/session.ts'

type Params = { params: Promise<unknown> }

/** Enters the phone's code on the computer. */
export const POST = guarded('connection.link', async (request: Request, { params }: Params): Promise<Response> => {
  const { bank, handoffId: id } = await pathOf(params, 'bank', 'handoffId')
  const page = `/link/${encodeURIComponent(bank)}/phone/${encodeURIComponent(id)}`
  try {
    const form = await readForm(request)
    if (!form) throw new Refused('invalid_input', { field: 'code' })
    const session = await currentSession()
    if (!session) return seeOther(`/signin?next=${encodeURIComponent(page)}`)
    const presence = presenceOf(request)
    const { connectionId } = await confirmHandoff(session, { id, code: form.field('code'), presence })
    return seeOther(`/connections/${connectionId}/consent`)
  } catch (error) {
    const refused = toRefused(error, request)
    return refused.code === 'invalid_input' ? problemOf(refused) : seeOther(`${page}?error=${refused.code}`)
  }
})
