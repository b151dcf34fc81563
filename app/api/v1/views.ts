import { Refused } from '#lib/domain/refusals/refused.ts'
import { pageAt } from '#lib/services/mail/queue.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import type { CancellationStart } from '#lib/services/payments/merchant-cancellations.ts'
import type { MessageView } from '#lib/services/webhooks/log.ts'
import type { InvoiceSummary as InvoiceSummaryView, InvoiceView } from '#lib/views/invoice.ts'
import type { SettlementView } from '#lib/views/merchant.ts'
import type { LinkView } from '#lib/views/organisation.ts'
import type { OrderSummaryView, OrderView } from '#lib/views/payment.ts'
import type { PayBank } from '#lib/views/public-order.ts'
import type { CreditView, RefundView } from '#lib/views/reconciliation.ts'
import { Bank } from '#lib/views/v1/banks.ts'
import { Credit } from '#lib/views/v1/credits.ts'
import type { Event } from '#lib/views/v1/events.ts'
import { Invoice, InvoiceSummary } from '#lib/views/v1/invoices.ts'
import { PaymentLink } from '#lib/views/v1/payment-links.ts'
import { Cancellation, Payment, PaymentSummary } from '#lib/views/v1/payments.ts'
import { Refund } from '#lib/views/v1/refunds.ts'
import { SettlementDay } from '#lib/views/v1/settlement-days.ts'
import { TestDelivery, WebhookEndpoint, WebhookEndpointWithSecret } from '#lib/views/v1/webhook-endpoints.ts'
import { written } from '#lib/views/v1/written.ts'
import type { NewSecretView, WebhookDeliveryView, WebhookEndpointView } from '#lib/views/webhook.ts'

/** Results of services in the API v1's form: members of a schema are those of the view, except the ones named here. */

type PageQuery = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}

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

/** What every list is asked for. Refusals: `invalid_input` (`cursor`; `created_to` before `created_from`). */
export function pageIn({ limit, cursor, created_from: from, created_to: to }: PageQuery) {
  if (from !== undefined && to !== undefined && from > to) {
    const issue = { field: 'created_to', why: 'must not be before created_from' }
    throw new Refused('invalid_input', { ...issue, issues: [{ ...issue, fault: 'value_not_valid' }] })
  }
  return { limit, before: readCursor(cursor), created: { from, to } }
}

/** The content of a cursor; null without one. Refusals: `invalid_input` (field `cursor`) for an invalid one. */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const content = Buffer.from(cursor, 'base64url').toString()
  if (content === '' || writeCursor(content) !== cursor) throw new Refused('invalid_input', { field: 'cursor' })
  return content
}

/** A bank that payers can choose. */
export const writeBank = ({ bank, answers, isInstant }: PayBank) =>
  written(Bank, {
    ...bank,
    id: bank.code,
    object: 'bank',
    logoUrl: bank.logo === null ? null : new URL(bank.logo, readApiOrigin()).href,
    available: answers,
    instant: isInstant,
  })

export const writeLink = (link: LinkView) =>
  written(PaymentLink, {
    ...link,
    object: 'payment_link',
    amount: link.amount?.amount ?? null,
    minAmount: link.min?.amount ?? null,
    maxAmount: link.max?.amount ?? null,
    currency: link.amount?.currency ?? 'EUR',
    reusable: link.isReusable,
  })

export const writeRefund = (refund: RefundView) =>
  written(Refund, {
    ...refund,
    ...refund.amount,
    reference: refund.paymentReference,
    object: 'refund',
    authoriseUrl: pageAt(`/refunds/${refund.id}`),
  })

export const writeInvoiceSummary = (invoice: InvoiceSummaryView) =>
  written(InvoiceSummary, { ...invoice, object: 'invoice' })

export function writeInvoice(invoice: InvoiceView) {
  const { content, sums, customerEmail: email, linkId, creditNotes } = invoice
  const { customerAddress: address, customerCountry: country, customerNumber, customerVatNumber } = content
  return written(Invoice, {
    ...content,
    ...invoice,
    ...sums,
    object: 'invoice',
    customer: { email, address, country, number: customerNumber, vatNumber: customerVatNumber },
    lines: content.lines.map((line, at) => ({ ...line, net: sums.lines[at] ?? '0.00' })),
    vatByRate: sums.byRate,
    creditNotes: creditNotes.map(note => ({ ...note, total: note.content.total })),
    paymentLinkId: linkId,
  })
}

export const writeCredit = (credit: CreditView) =>
  written(Credit, {
    ...credit,
    ...credit.amount,
    object: 'credit',
    unmatchedAmount: credit.rest.amount,
    matches: credit.matches.map(match => ({ ...match, paymentId: match.orderId, amount: match.amount.amount })),
  })

export const writeSettlementDay = (day: SettlementView['days'][number]) =>
  written(SettlementDay, { ...day, object: 'settlement_day' })

export const writeEndpoint = (endpoint: WebhookEndpointView) => written(WebhookEndpoint, endpointMembers(endpoint))

export const writeSecret = ({ secret, endpoint }: NewSecretView) =>
  written(WebhookEndpointWithSecret, { ...endpointMembers(endpoint), secret })

const endpointMembers = (endpoint: WebhookEndpointView) =>
  ({ ...endpoint, object: 'webhook_endpoint', enabled: endpoint.isEnabled }) as const

export const writeTestDelivery = (delivery: WebhookDeliveryView) =>
  written(TestDelivery, { ...delivery, object: 'test_delivery', eventId: `msg_${delivery.messageId}` })

export function writeEvent(message: MessageView): Event {
  return { id: `msg_${message.id}`, object: 'event', ...JSON.parse(message.payload) }
}

export const writePaymentSummary = (order: OrderSummaryView) => written(PaymentSummary, summaryMembers(order))

const summaryMembers = (order: OrderSummaryView) =>
  ({
    ...order,
    ...order.amount,
    object: 'payment',
    paid: order.paidBy !== null,
    receivedAmount: order.received?.amount ?? '0.00',
  }) as const

export function writePayment(order: OrderView) {
  const [latest] = order.attempts
  return written(Payment, {
    ...order,
    ...summaryMembers(order),
    creditor: { name: order.creditorName, iban: order.creditorIban, bic: order.creditorBic },
    metadata: order.metadata ?? {},
    refundOf: order.refundOfId,
    bankStatus: latest?.bankStatus ?? null,
    bankReason: latest?.bankReason ?? null,
    attempts: order.attempts.map(attempt => ({
      ...attempt,
      instant: attempt.isInstant,
      instructions: attempt.instructions.map(one => ({ ...one, ...one.amount })),
    })),
    timeline: order.timeline.map(event => ({
      ...event,
      sequence: event.seq,
      bankStatus: typeof event.detail.status === 'string' ? event.detail.status : null,
    })),
  })
}

/** `start` is null for a payment that was withdrawn without a bank. */
export const writeCancellation = (paymentId: string) => (start: CancellationStart | null) =>
  written(Cancellation, {
    object: 'cancellation',
    paymentId,
    outcome: start === null ? 'withdrawn' : 'redirect',
    redirectUrl: start?.redirectTo ?? null,
  })
