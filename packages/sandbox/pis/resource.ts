import { findPayment, type Payment } from '#sandbox/store/payments.ts'
import type { Exchange } from '#sandbox/wire/exchange.ts'
import { refuseHttp } from '#sandbox/wire/refuse.ts'

/** A request can be read for 35 days by the bank's clock (document 2, note 4). */
const readableMs = 35 * 86_400_000

/** The current request in the path: 404 if it is unknown or another application's. */
export function paymentOf({ sandbox, bankCode, params, application }: Exchange): Payment {
  const payment = findPayment(sandbox.db, bankCode, params.id ?? '')
  if (!payment || payment.clientId !== application?.clientId) refuseHttp(404, 'No such payment request')
  return payment
}

/** As `paymentOf`, and also 404 if it is older than 35 days. */
export function readablePaymentOf(exchange: Exchange): Payment {
  const payment = paymentOf(exchange)
  if (exchange.sandbox.clock.now().getTime() - payment.createdAt.getTime() > readableMs) {
    refuseHttp(404, 'The payment request is older than 35 days')
  }
  return payment
}
