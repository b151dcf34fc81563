import { answerArrival, redirectTo, refuseHead } from '#app/callback/callback-response.ts'
import { presenceOf } from '#app/presence.ts'
import { partsOf, searchOf } from '#app/read-request.ts'
import { type ReportedOrder, receiveReport } from '#lib/services/payments/report.ts'

type Params = { params: Promise<unknown> }

/**
 * The bank redirects a payer here, in any browser (bank:D45). The payment continues on the server; the browser is redirected to a page of ours
 * without the code, and sends no referrer (C6).
 */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  return answerArrival(request, 'payment', async () => {
    const { fill } = await partsOf(params)
    const query = searchOf(request)
    return redirectTo(
      pageOf(
        await receiveReport({
          bankCode: fill('[bank]'),
          reportId: fill('[report]'),
          query,
          presence: presenceOf(request),
        }),
      ),
    )
  })
}

export { refuseHead as HEAD }

/** "Unknown" is said of what we looked up and did not find, never of a failure. */
function pageOf(order: ReportedOrder | null): string {
  if (order === null) return '/pay/unknown'
  if (order.redirectTo !== null) return order.redirectTo
  if (order.kind === 'refund') return `/refunds/${order.orderId}`
  if (order.ownerKind === 'person') return `/transfers/${order.orderId}`
  return `/pay/${order.publicId}/${order.replaced === null ? 'return' : `result?try=${order.replaced}`}`
}
