import type { z } from 'zod'
import type { KeyVerb } from '#lib/domain/merchant/actor.ts'
import * as v1 from './schemas.ts'

/** Every operation of the API v1: routes derive their checks from it, and so does the OpenAPI document. */

export type Operation = {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** Below /api/v1. */
  readonly path: string
  readonly tag: 'Checkout' | 'Payments' | 'Payment links' | 'Refunds' | 'Webhooks' | 'Events'
  readonly summary: string
  /** What the key must be allowed. */
  readonly verb: KeyVerb
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly status: 200 | 201 | 204
  readonly answer?: z.ZodType
}

export const operations = {
  createCheckoutSession: {
    ...{ method: 'post', path: '/checkout-sessions', tag: 'Checkout', verb: 'checkout.create', status: 201 },
    summary: 'Make a checkout session and get the address of its hosted page',
    body: v1.CheckoutSessionInput,
    answer: v1.CheckoutSession,
  },
  listCheckoutSessions: {
    ...{ method: 'get', path: '/checkout-sessions', tag: 'Checkout', verb: 'payment.read', status: 200 },
    summary: 'List checkout sessions, newest first',
    query: v1.PageQuery,
    answer: v1.pageOf(v1.CheckoutSession),
  },
  readCheckoutSession: {
    ...{ method: 'get', path: '/checkout-sessions/{id}', tag: 'Checkout', verb: 'payment.read', status: 200 },
    summary: 'Read a checkout session',
    answer: v1.CheckoutSession,
  },
  listPayments: {
    ...{ method: 'get', path: '/payments', tag: 'Payments', verb: 'payment.read', status: 200 },
    summary: 'List payments, newest first',
    query: v1.PaymentQuery,
    answer: v1.pageOf(v1.PaymentSummary),
  },
  readPayment: {
    ...{ method: 'get', path: '/payments/{id}', tag: 'Payments', verb: 'payment.read', status: 200 },
    summary: 'Read a payment with its attempts and its timeline',
    answer: v1.Payment,
  },
  cancelPayment: {
    ...{ method: 'post', path: '/payments/{id}/cancel', tag: 'Payments', verb: 'payment.cancel', status: 200 },
    summary: 'Withdraw a payment, or ask the bank to cancel it',
    body: v1.CancelInput,
    answer: v1.Cancellation,
  },
  createPaymentLink: {
    ...{ method: 'post', path: '/payment-links', tag: 'Payment links', verb: 'link.change', status: 201 },
    summary: 'Make a payment link',
    body: v1.PaymentLinkInput,
    answer: v1.PaymentLink,
  },
  listPaymentLinks: {
    ...{ method: 'get', path: '/payment-links', tag: 'Payment links', verb: 'link.read', status: 200 },
    summary: 'List payment links, newest first, fifty at a time',
    query: v1.PageQuery.omit({ limit: true }),
    answer: v1.pageOf(v1.PaymentLink),
  },
  readPaymentLink: {
    ...{ method: 'get', path: '/payment-links/{id}', tag: 'Payment links', verb: 'link.read', status: 200 },
    summary: 'Read a payment link',
    answer: v1.PaymentLink,
  },
  changePaymentLink: {
    ...{ method: 'patch', path: '/payment-links/{id}', tag: 'Payment links', verb: 'link.change', status: 200 },
    summary: 'Change title, description and end of a payment link; payments made of it keep theirs',
    body: v1.PaymentLinkPatch,
    answer: v1.PaymentLink,
  },
  closePaymentLink: {
    ...{ method: 'delete', path: '/payment-links/{id}', tag: 'Payment links', verb: 'link.change', status: 200 },
    summary: 'Close a payment link for good; it stays readable',
    answer: v1.PaymentLink,
  },
  createRefund: {
    ...{ method: 'post', path: '/refunds', tag: 'Refunds', verb: 'refund.create', status: 201 },
    summary: 'Prepare a refund; a member authorises it at the organisation’s own bank',
    body: v1.RefundInput,
    answer: v1.Refund,
  },
  listRefunds: {
    ...{ method: 'get', path: '/refunds', tag: 'Refunds', verb: 'refund.read', status: 200 },
    summary: 'List refunds, newest first',
    query: v1.PageQuery,
    answer: v1.pageOf(v1.Refund),
  },
  readRefund: {
    ...{ method: 'get', path: '/refunds/{id}', tag: 'Refunds', verb: 'refund.read', status: 200 },
    summary: 'Read a refund',
    answer: v1.Refund,
  },
  createWebhookEndpoint: {
    ...{ method: 'post', path: '/webhook-endpoints', tag: 'Webhooks', verb: 'webhook.create', status: 201 },
    summary: 'Make a webhook endpoint; the answer has its secret',
    body: v1.WebhookEndpointInput,
    answer: v1.WebhookEndpointWithSecret,
  },
  listWebhookEndpoints: {
    ...{ method: 'get', path: '/webhook-endpoints', tag: 'Webhooks', verb: 'webhook.read', status: 200 },
    summary: 'List webhook endpoints, oldest first',
    answer: v1.pageOf(v1.WebhookEndpoint),
  },
  readWebhookEndpoint: {
    ...{ method: 'get', path: '/webhook-endpoints/{id}', tag: 'Webhooks', verb: 'webhook.read', status: 200 },
    summary: 'Read a webhook endpoint',
    answer: v1.WebhookEndpoint,
  },
  changeWebhookEndpoint: {
    ...{ method: 'patch', path: '/webhook-endpoints/{id}', tag: 'Webhooks', verb: 'webhook.change', status: 200 },
    summary: 'Change a webhook endpoint, turn it on or off',
    body: v1.WebhookEndpointPatch,
    answer: v1.WebhookEndpoint,
  },
  deleteWebhookEndpoint: {
    ...{ method: 'delete', path: '/webhook-endpoints/{id}', tag: 'Webhooks', verb: 'webhook.delete', status: 204 },
    summary: 'Take a webhook endpoint away',
  },
  rotateWebhookSecret: {
    ...{ method: 'post', path: '/webhook-endpoints/{id}/rotate-secret', tag: 'Webhooks', verb: 'webhook.secret' },
    status: 200,
    summary: 'Give it a new secret; the one before signs too for 24 hours',
    answer: v1.WebhookEndpointWithSecret,
  },
  testWebhookEndpoint: {
    ...{ method: 'post', path: '/webhook-endpoints/{id}/test', tag: 'Webhooks', verb: 'webhook.test', status: 200 },
    summary: 'Send it `endpoint.test`',
    answer: v1.TestDelivery,
  },
  listEvents: {
    ...{ method: 'get', path: '/events', tag: 'Events', verb: 'event.read', status: 200 },
    summary: 'List what webhooks were told, newest first',
    query: v1.PageQuery,
    answer: v1.pageOf(v1.Event),
  },
  readEvent: {
    ...{ method: 'get', path: '/events/{id}', tag: 'Events', verb: 'event.read', status: 200 },
    summary: 'Read an event',
    answer: v1.Event,
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
