import type { z } from 'zod'
import type { KeyVerb } from '#lib/domain/acts.ts'
import type { ApiErrorCode } from './errors.ts'
import { Event } from './events.ts'
import * as v1 from './schemas.ts'

/** Routes derive their checks from it, and OpenAPI. */

export type Operation = {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly tag: 'Checkout' | 'Banks' | 'Payments' | 'Payment links' | 'Refunds' | 'Webhooks' | 'Events'
  readonly summary: string
  readonly description: string
  readonly verb: KeyVerb
  /** Besides those that follow from method, path, query and body. */
  readonly errors?: readonly ApiErrorCode[]
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly status: 200 | 201 | 204
  readonly answer?: z.ZodType
}

const unpayable = [
  'beneficiary_missing',
  'organisation_not_activated',
  'organisation_suspended',
  'payment_limit_reached',
] as const

const unusableUrls = [
  'url_not_an_address',
  'url_not_https',
  'url_ip_literal',
  'url_local_name',
  'url_port_not_allowed',
  'url_has_user',
  'url_has_fragment',
  'url_too_long',
] as const

const tags = {
  'checkout-sessions': 'Checkout',
  banks: 'Banks',
  payments: 'Payments',
  'payment-links': 'Payment links',
  refunds: 'Refunds',
  'webhook-endpoints': 'Webhooks',
  events: 'Events',
} as const satisfies Record<string, Operation['tag']>

type Noun = keyof typeof tags
const isNoun = (part: string): part is Noun => part in tags
type More = Omit<Operation, 'method' | 'path' | 'tag' | 'verb' | 'status'> & { readonly status?: 201 | 204 }

/** Tagged by its noun, the first part of its path. Answers 200 if nothing else is said. */
function operation<
  const Method extends Operation['method'],
  const Path extends `/${Noun}` | `/${Noun}/{id}${string}`,
  const Verb extends KeyVerb,
  const Rest extends More,
>(method: Method, path: Path, verb: Verb, rest: Rest) {
  const noun = path.split('/')[1] ?? ''
  if (!isNoun(noun)) throw new Error(`${path} has no tag`)
  return { method, path, tag: tags[noun], verb, ...rest, status: rest.status ?? (200 as const) }
}

export const operations = {
  createCheckoutSession: operation('post', '/checkout-sessions', 'checkout.create', {
    status: 201,
    summary: 'Create a checkout session',
    description:
      'Creates a payment of a fixed amount and returns the address of its page, where the payer chooses a bank. Send the payer to `url`, and deliver once an event says `paid` (`payment.executed`, or `payment.received` for a transfer made by hand): coming back to `return_url` proves nothing.',
    errors: [
      ...unpayable,
      'amount_not_valid',
      'line_items_sum_differs',
      'bank_not_offered',
      'payer_iban_not_valid',
      'instant_only_today',
      'return_url_not_registered',
      'execution_date_out_of_range',
    ],
    body: v1.CheckoutSessionInput,
    answer: v1.CheckoutSession,
  }),
  listCheckoutSessions: operation('get', '/checkout-sessions', 'payment.read', {
    summary: 'List checkout sessions',
    description: 'The sessions created with the API in the mode of your key, newest first.',
    query: v1.CheckoutQuery,
    answer: v1.pageOf(v1.CheckoutSession),
  }),
  readCheckoutSession: operation('get', '/checkout-sessions/{id}', 'payment.read', {
    summary: 'Read a checkout session',
    description:
      'One session, with the status of its payment. `status` is `executed` once the bank has moved the money.',
    answer: v1.CheckoutSession,
  }),
  listBanks: operation('get', '/banks', 'bank.read', {
    summary: 'List banks',
    description:
      'The banks where your customers can pay in the mode of your key, by name: for shops that show the choice themselves and send the one that was chosen as `bank_code` of a session. Each takes a later `execution_date` too. The list has one page; keep it for an hour at most.',
    query: v1.BankQuery,
    answer: v1.pageOf(v1.Bank),
  }),
  listPayments: operation('get', '/payments', 'payment.read', {
    summary: 'List payments',
    description:
      'Payments from sessions and payment links, and refunds, newest first. Filters are combined: a payment matches all of them.',
    query: v1.PaymentQuery,
    answer: v1.pageOf(v1.PaymentSummary),
  }),
  readPayment: operation('get', '/payments/{id}', 'payment.read', {
    summary: 'Read a payment',
    description: 'One payment with every attempt at a bank, the bank’s own codes, and what happened in order.',
    answer: v1.Payment,
  }),
  cancelPayment: operation('post', '/payments/{id}/cancel', 'payment.cancel', {
    summary: 'Cancel a payment',
    description:
      'Withdraws the payment if nobody has approved it yet. Otherwise asks the bank to cancel it, which the payer has to approve: send them to `redirect_url`. A payment that was executed is refunded instead.',
    errors: [
      'payment_over',
      'payment_under_way',
      'payment_not_cancellable',
      'bank_unavailable',
      'bank_paused',
      'bank_crowded',
      'bank_refused',
      'bank_answer_unusable',
    ],
    body: v1.CancelInput,
    answer: v1.Cancellation,
  }),
  createPaymentLink: operation('post', '/payment-links', 'link.change', {
    status: 201,
    summary: 'Create a payment link',
    description:
      'Creates an address that you print, post or mail. Each payer who opens a reusable link gets a payment of their own. A link that is not reusable has one payment, whoever opens it.',
    errors: [...unpayable, 'amount_not_valid', 'return_url_not_registered', 'expires_at_in_the_past'],
    body: v1.PaymentLinkInput,
    answer: v1.PaymentLink,
  }),
  listPaymentLinks: operation('get', '/payment-links', 'link.read', {
    summary: 'List payment links',
    description: 'The links of the mode of your key, newest first, in every state or in one.',
    query: v1.PaymentLinkQuery,
    answer: v1.pageOf(v1.PaymentLink),
  }),
  readPaymentLink: operation('get', '/payment-links/{id}', 'link.read', {
    summary: 'Read a payment link',
    description: 'One link, with how often it was opened and paid.',
    answer: v1.PaymentLink,
  }),
  changePaymentLink: operation('patch', '/payment-links/{id}', 'link.change', {
    summary: 'Change a payment link',
    description:
      'Changes the title, the description or the end of a link. Members you leave out stay as they are; the amount never changes, because payers have seen it.',
    errors: ['link_closed', 'expires_at_in_the_past'],
    body: v1.PaymentLinkPatch,
    answer: v1.PaymentLink,
  }),
  closePaymentLink: operation('delete', '/payment-links/{id}', 'link.change', {
    summary: 'Close a payment link',
    description:
      'Closes the link for good: nobody can start a payment with it. It stays readable, and a payment that has started can still be made. Closing it twice changes nothing.',
    answer: v1.PaymentLink,
  }),
  createRefund: operation('post', '/refunds', 'refund.create', {
    status: 201,
    summary: 'Create a refund',
    description:
      'Prepares a transfer back to the payer. No money moves before a member of your organisation approves it at your own bank: send them to `authorise_url` within 24 hours.',
    errors: [
      'not_found',
      'amount_not_valid',
      'amount_more_than_left',
      'amount_nothing_to_refund',
      'creditor_iban_not_valid',
      'creditor_name_missing',
      'beneficiary_missing',
    ],
    body: v1.RefundInput,
    answer: v1.Refund,
  }),
  listRefunds: operation('get', '/refunds', 'refund.read', {
    summary: 'List refunds',
    description: 'The refunds of the mode of your key, newest first.',
    query: v1.RefundQuery,
    answer: v1.pageOf(v1.Refund),
  }),
  readRefund: operation('get', '/refunds/{id}', 'refund.read', {
    summary: 'Read a refund',
    description: 'One refund. `status` is `executed` once your bank has moved the money.',
    answer: v1.Refund,
  }),
  cancelRefund: operation('post', '/refunds/{id}/cancel', 'refund.withdraw', {
    summary: 'Cancel a refund',
    description: 'Withdraws a refund that no member has approved yet, so that its amount can be refunded again.',
    errors: ['payment_over', 'payment_under_way'],
    answer: v1.Refund,
  }),
  createWebhookEndpoint: operation('post', '/webhook-endpoints', 'webhook.create', {
    status: 201,
    summary: 'Create a webhook endpoint',
    description:
      'Registers an address of your server for events. `secret` checks their signatures (Standard Webhooks); it is in this answer only.',
    errors: ['endpoint_limit_reached', ...unusableUrls],
    body: v1.WebhookEndpointInput,
    answer: v1.WebhookEndpointWithSecret,
  }),
  listWebhookEndpoints: operation('get', '/webhook-endpoints', 'webhook.read', {
    summary: 'List webhook endpoints',
    description: 'The endpoints of the mode of your key, oldest first. There are 16 at most, so the list has one page.',
    answer: v1.pageOf(v1.WebhookEndpoint),
  }),
  readWebhookEndpoint: operation('get', '/webhook-endpoints/{id}', 'webhook.read', {
    summary: 'Read a webhook endpoint',
    description: 'One endpoint, without its secret.',
    answer: v1.WebhookEndpoint,
  }),
  changeWebhookEndpoint: operation('patch', '/webhook-endpoints/{id}', 'webhook.change', {
    summary: 'Change a webhook endpoint',
    description:
      'Changes the address, the description or the event types of an endpoint, or turns it on or off. Members you leave out stay as they are. Events of the time it was off are delivered once it is on again, unless you skip them.',
    errors: unusableUrls,
    body: v1.WebhookEndpointPatch,
    answer: v1.WebhookEndpoint,
  }),
  deleteWebhookEndpoint: operation('delete', '/webhook-endpoints/{id}', 'webhook.delete', {
    status: 204,
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint. It receives nothing more, and its log is no longer shown.',
  }),
  rotateWebhookSecret: operation('post', '/webhook-endpoints/{id}/rotate-secret', 'webhook.secret', {
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Replaces the secret. For 24 hours events are signed with both secrets, so that your server can change without losing one. A second rotation in that time needs `force`.',
    errors: ['secret_rotated_recently'],
    body: v1.RotateSecretInput,
    answer: v1.WebhookEndpointWithSecret,
  }),
  testWebhookEndpoint: operation('post', '/webhook-endpoints/{id}/test', 'webhook.test', {
    summary: 'Send a test event',
    description:
      'Sends `endpoint.test` to the endpoint, whatever its event types are. Its log in the dashboard shows the answer of your server.',
    errors: ['endpoint_disabled'],
    answer: v1.TestDelivery,
  }),
  listEvents: operation('get', '/events', 'event.read', {
    summary: 'List events',
    description:
      'Everything that endpoints were sent or would have been sent, newest first. Use it to catch up after your server was down.',
    query: v1.EventQuery,
    answer: v1.pageOf(Event),
  }),
  readEvent: operation('get', '/events/{id}', 'event.read', {
    summary: 'Read an event',
    description: 'One event. Endpoints receive it without `id` and `object`; their `webhook-id` is this `id`.',
    answer: Event,
  }),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** Its own, and those that follow. */
export function errorsOf({ method, path, query, body, errors = [] }: Operation): readonly ApiErrorCode[] {
  const codes: readonly (readonly [boolean, readonly ApiErrorCode[]])[] = [
    [true, ['request_malformed', 'key_not_valid', 'key_expired', 'key_scope_missing', 'address_not_allowed']],
    [true, ['too_many_tries', 'our_fault', 'busy']],
    [path.includes('{id}'), ['not_found']],
    [true, ['invalid_input']],
    [query !== undefined, ['cursor_unknown']],
    [body !== undefined, ['json_malformed', 'body_incomplete', 'body_too_large', 'media_type_not_supported']],
    [method === 'post', ['idempotency_key_needed', 'idempotency_key_reused', 'idempotency_under_way']],
  ]
  return [...new Set([...codes.flatMap(([applies, some]) => (applies ? some : [])), ...errors])]
}
