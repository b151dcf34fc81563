import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { beginOnPhone } from '#lib/services/connections/app-to-app.ts'

/** The phone continues to the bank, signed in or not. */
export const POST = guarded(
  'connection.link',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const { token } = await pathOf(params, 'token')
    try {
      if (!isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      return seeOther(await beginOnPhone(token))
    } catch (error) {
      const refused = toRefused(error, request)
      // The page explains a QR code that is no longer valid.
      return refused.code === 'not_found' ? seeOther(`/phone/${encodeURIComponent(token)}`) : problemOf(refused)
    }
  },
)
