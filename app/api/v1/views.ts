import { Refused } from '#lib/domain/refusals/refused.ts'
import { pageAt } from '#lib/services/mail/queue.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import type { CheckoutView } from '#lib/services/payments/checkout.ts'
import type { CancellationStart } from '#lib/services/payments/merchant-cancellations.ts'
import type { MessageView } from '#lib/services/webhooks/log.ts'
import type { LinkView } from '#lib/views/organisation.ts'
import type { OrderSummaryView, OrderView } from '#lib/views/payment.ts'
import type { PayBank } from '#lib/views/public-order.ts'
import type { RefundView } from '#lib/views/reconciliation.ts'
import type { Event } from '#lib/views/v1/events.ts'
import type * as v1 from '#lib/views/v1/schemas.ts'
import { paidFields } from '#lib/views/v1/schemas.ts'
import type { NewSecretView, WebhookDeliveryView, WebhookEndpointView } from '#lib/views/webhook.ts'

/** Results of services in the API v1's form. */

/** A page of a list; `next` is what its service needs for the next page. */
export function writePage<Item, Written>(
  items: readonly Item[],
  next: string | null,
  write: (item: Item) => Written,
): { object: 'list'; data: Written[]; next_cursor: string | null } {
  return { object: 'list', data: items.map(write), next_cursor: writeCursor(next) }
}

/** Cursors are opaque to clients: their content may change. */
function writeCursor(next: string | null): string | null {
  return next === null ? null : Buffer.from(next).toString('base64url')
}

/** The content of a cursor; null without one. Refusals: `invalid_input` (field `cursor`) for an invalid one. */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const content = Buffer.from(cursor, 'base64url').toString()
  if (content === '' || writeCursor(content) !== cursor) throw new Refused('invalid_input', { field: 'cursor' })
  return content
}

export function writeCheckout(checkout: CheckoutView): v1.CheckoutSession {
  const { id, url, mode, status, amount, currency, reference, description, metadata } = checkout
  return {
    id,
    object: 'checkout_session',
    url,
    mode,
    status,
    ...paidFields(checkout.paidBy, checkout.received),
    amount,
    currency,
    reference,
    description,
    remittance: checkout.remittance,
    line_items: checkout.lineItems.map(({ name, quantity, unitAmount }) => ({
      name,
      quantity,
      unit_amount: unitAmount,
    })),
    bank_code: checkout.bankCode,
    payer: checkout.payerIban === null ? null : { iban: checkout.payerIban },
    instant: checkout.instant,
    language: checkout.language,
    return_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    metadata: { ...metadata },
    execution_date: checkout.executionDate,
    created_at: checkout.createdAt,
    expires_at: checkout.expiresAt,
  }
}

/** A bank that payers can choose. */
export function writeBank({ bank, answers, isInstant }: PayBank): v1.Bank {
  const { code, name, group, bic, logo, initials, brandColor } = bank
  return {
    id: code,
    object: 'bank',
    name,
    group,
    bic,
    logo_url: logo === null ? null : new URL(logo, readApiOrigin()).href,
    initials,
    brand_color: brandColor,
    available: answers,
    instant: isInstant,
  }
}

export function writeLink(link: LinkView): v1.PaymentLink {
  const { id, url, mode, state, title, description, uses, paid } = link
  return {
    id,
    object: 'payment_link',
    url,
    mode,
    state,
    title,
    description,
    uses,
    paid,
    amount: link.amount?.amount ?? null,
    min_amount: link.min?.amount ?? null,
    max_amount: link.max?.amount ?? null,
    currency: link.amount?.currency ?? 'EUR',
    reusable: link.isReusable,
    reference_prefix: link.referencePrefix,
    return_url: link.returnUrl,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
    closed_at: link.closedAt,
  }
}

export function writeRefund(refund: RefundView): v1.Refund {
  const { id, mode, status, reason, metadata } = refund
  return {
    id,
    object: 'refund',
    mode,
    status,
    reason,
    metadata,
    payment_id: refund.paymentId,
    amount: refund.amount.amount,
    currency: refund.amount.currency,
    creditor_name: refund.creditorName,
    creditor_iban: refund.creditorIban,
    authorise_url: pageAt(`/refunds/${id}`),
    created_at: refund.createdAt,
    finished_at: refund.finishedAt,
    expires_at: refund.expiresAt,
  }
}

export function writeEndpoint(endpoint: WebhookEndpointView): v1.WebhookEndpoint {
  const { id, mode, url, description } = endpoint
  return {
    id,
    object: 'webhook_endpoint',
    mode,
    url,
    description,
    event_types: endpoint.eventTypes,
    enabled: endpoint.isEnabled,
    disabled_reason: endpoint.disabledReason,
    previous_secret_until: endpoint.previousSecretUntil,
    created_at: endpoint.createdAt,
  }
}

export function writeSecret({ secret, endpoint }: NewSecretView): v1.WebhookEndpointWithSecret {
  return { ...writeEndpoint(endpoint), secret }
}

export function writeTestDelivery({ id, messageId, endpointId }: WebhookDeliveryView): v1.TestDelivery {
  return { object: 'test_delivery', id, event_id: `msg_${messageId}`, endpoint_id: endpointId }
}

export function writeEvent(message: MessageView): Event {
  return { id: `msg_${message.id}`, object: 'event', ...JSON.parse(message.payload) }
}

export function writePaymentSummary(order: OrderSummaryView): v1.PaymentSummary {
  const { id, kind, mode, status, reference, description, amount } = order
  return {
    id,
    object: 'payment',
    kind,
    mode,
    status,
    ...paidFields(order.paidBy, order.received?.amount ?? '0.00'),
    ...amount,
    reference,
    description,
    bank_code: order.bankCode,
    bank_name: order.bankName,
    created_at: order.createdAt,
    finished_at: order.finishedAt,
    expires_at: order.expiresAt,
  }
}

export function writePayment(order: OrderView): v1.Payment {
  const [latest] = order.attempts
  return {
    ...writePaymentSummary(order),
    creditor: { name: order.creditorName, iban: order.creditorIban, bic: order.creditorBic },
    metadata: order.metadata ?? {},
    link_id: order.linkId,
    refund_of: order.refundOfId,
    bank_status: latest?.bankStatus ?? null,
    bank_reason: latest?.bankReason ?? null,
    attempts: order.attempts.map(writeAttempt),
    timeline: order.timeline.map(({ seq: sequence, at, type, by, attemptId, detail }) => ({
      sequence,
      at,
      type,
      by,
      attempt_id: attemptId,
      bank_status: typeof detail.status === 'string' ? detail.status : null,
    })),
  }
}

function writeAttempt(attempt: OrderView['attempts'][number]): v1.Payment['attempts'][number] {
  const { id, status, reason } = attempt
  return {
    id,
    bank_code: attempt.bankCode,
    bank_name: attempt.bankName,
    status,
    reason,
    bank_status: attempt.bankStatus,
    bank_reason: attempt.bankReason,
    debtor_iban: attempt.debtorIban,
    instant: attempt.isInstant,
    execution_date: attempt.executionDate,
    instructions: attempt.instructions.map(one => ({
      instruction_id: one.instructionId,
      end_to_end_id: one.endToEndId,
      ...one.amount,
      remittance: one.remittance,
      bank_status: one.bankStatus,
      bank_reason: one.bankReason,
    })),
    cancellations: attempt.cancellations.map(one => ({
      id: one.id,
      reason: one.reason,
      status: one.status,
      created_at: one.createdAt,
      ended_at: one.endedAt,
    })),
    created_at: attempt.createdAt,
    authorised_at: attempt.authorisedAt,
    confirmed_at: attempt.confirmedAt,
    finished_at: attempt.finishedAt,
  }
}

/** `start` is null for a payment that was withdrawn without a bank. */
export const writeCancellation =
  (paymentId: string) =>
  (start: CancellationStart | null): v1.Cancellation => ({
    object: 'cancellation',
    payment_id: paymentId,
    outcome: start === null ? 'withdrawn' : 'redirect',
    redirect_url: start?.redirectTo ?? null,
  })
