import type { Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { answerPayment } from './presentation.ts'
import { readablePaymentOf } from './resource.ts'

/** `GET /payment-requests/{id}`: 404 as `readablePaymentOf`, 400 `FF01` if X-Request-ID is not the creation's (bank:D36). */
export const readPaymentRequest: Step = exchange => {
  const payment = readablePaymentOf(exchange)
  if (exchange.headers.get('x-request-id') !== payment.requestId) {
    refuse('FF01', 'X-Request-ID must be that of the payment request')
  }
  return { status: 200, body: answerPayment(exchange.sandbox, payment) }
}
