import { getLocale } from 'next-intl/server'
import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { openTypedLink } from '#lib/services/payments/public-link.ts'

type Params = { params: Promise<unknown> }

/** The form of a payment link: creates the order and redirects to its page. */
export const POST = guarded('payment.pay', async (request: Request, { params }: Params): Promise<Response> => {
  const { slug } = await pathOf(params, 'slug')
  const path = `/l/${encodeURIComponent(slug)}`
  const form = await readForm(request)
  if (!form) return seeOther(path)
  try {
    const typed = { amount: form.field('amount'), locale: await getLocale() }
    const { publicId } = await openTypedLink(slug, typed, presenceOf(request))
    return seeOther(`/pay/${publicId}`)
  } catch (error) {
    const refused = toRefused(error, request)
    return seeOther(path, { error: errorOf(refused), wait: waitOf(refused) })
  }
})

/** Null for closed, expired or used: the page itself explains these. */
function errorOf({ code, field = '' }: Refused): string | null {
  if (code === 'payment_over' || code === 'not_found') return null
  if (code === 'payment_under_way') return 'underWay'
  return field.startsWith('amount.') ? field.slice('amount.'.length) : code
}
