import type { PaymentActions, PaymentSessionStatus } from '@medusajs/framework/types'
import type { AppEvent, CheckoutSession, Event } from 'guichet-client'

/** What Guichet says of a payment, in Medusa's words. README.md has both tables, with the reasons. */

export type PaymentStatus = CheckoutSession['status']

/** Nothing is `authorized`: a credit transfer reserves no money that could be captured later. */
const sessionStatuses: Readonly<Record<PaymentStatus, PaymentSessionStatus>> = {
  open: 'requires_more',
  pending: 'pending_authorization',
  confirmed: 'pending_authorization',
  executed: 'captured',
  partly_executed: 'error',
  held: 'error',
  cancelled: 'canceled',
  expired: 'canceled',
}

/** What is paid by a transfer made by hand may be open, or over. */
export const statusOf = ({ paid, status }: CheckoutSession): PaymentSessionStatus =>
  paid ? 'captured' : sessionStatuses[status]

const actions: Readonly<Record<PaymentStatus, PaymentActions>> = {
  open: 'requires_more',
  pending: 'pending_authorization',
  confirmed: 'pending_authorization',
  executed: 'captured',
  partly_executed: 'failed',
  held: 'failed',
  cancelled: 'canceled',
  expired: 'canceled',
}

/** What an event asks Medusa to do. Those of refunds, of the organisation, of apps and of later versions ask for nothing. */
export function actionOf(event: Event | AppEvent): PaymentActions {
  switch (event.type) {
    case 'payment.open':
      return actions.open
    case 'payment.pending':
      return actions.pending
    case 'payment.confirmed':
      return actions.confirmed
    case 'payment.executed':
      return actions.executed
    // A transfer by hand arrived, or its match was taken back.
    case 'payment.received':
      return event.data.paid ? actions.executed : 'not_supported'
    case 'payment.partly_executed':
      return actions.partly_executed
    case 'payment.held':
      return actions.held
    case 'payment.cancelled':
      return actions.cancelled
    case 'payment.expired':
    case 'checkout_session.expired':
      return actions.expired
    case 'payment.attempt_failed':
      return event.data.can_retry ? 'requires_more' : 'failed'
    default:
      return 'not_supported'
  }
}
