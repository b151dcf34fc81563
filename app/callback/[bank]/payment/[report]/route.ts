import { answerGuess, goOn, isGuess, refuseHead } from '#app/callback/arrival.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf, searchOf } from '#app/read-request.ts'
import { readReturn } from '#lib/services/payments/public-order.ts'
import { receiveReport } from '#lib/services/payments/report.ts'

type Params = { params: Promise<unknown> }

/**
 * The bank redirects a payer here, in any browser (D45). The payment continues on the server; the browser is redirected to a page
 * without the code, and sends no referrer (C6): to the merchant's once the bank has accepted the payment, else to ours.
 */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  if (isGuess(request)) return answerGuess()
  try {
    const { bank, report } = await pathOf(params, 'bank', 'report')
    const query = searchOf(request)
    const order = await receiveReport({ bankCode: bank, reportId: report, query, presence: presenceOf(request) })
    if (order === null) return goOn('/pay/unknown')
    if (order.kind === 'refund') return goOn(`/refunds/${order.orderId}`)
    if (order.ownerKind === 'person') return goOn(`/transfers/${order.orderId}`)
    return goOn((await readReturn(order.publicId)) ?? `/pay/${order.publicId}/result`)
  } catch (error) {
    toRefused(error, request)
    return goOn('/pay/unknown')
  }
}

export { refuseHead as HEAD }
