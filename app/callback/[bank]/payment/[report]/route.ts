import { answerGuess, goOn, isGuess, refuseHead } from '#app/callback/arrival.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf, searchOf } from '#app/read-request.ts'
import { receiveReport } from '#lib/services/payments/report.ts'

type Params = { params: Promise<unknown> }

/**
 * The bank redirects a payer here, in any browser (D45). The payment continues on the server; the browser is redirected to a page of ours
 * without the code, and sends no referrer (C6).
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
    return goOn(`/pay/${order.publicId}/${order.replaced === null ? 'return' : `result?try=${order.replaced}`}`)
  } catch (error) {
    toRefused(error, request)
    return goOn('/pay/unknown')
  }
}

export { refuseHead as HEAD }
