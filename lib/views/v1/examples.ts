import type { Event } from './events.ts'
import type { OperationName } from './operations.ts'
import type * as v1 from './schemas.ts'

/** A test compares them with the running API. */

export const exampleIds = {
  payment: '6f0d3b0e-3c53-4a63-9a3d-2a7b3d1f8c11',
  attempt: 'b0b9f3a4-6d0c-4c53-8f0a-7f1f0e3f5a22',
  link: 'd4a0f2b7-51c8-4d0b-9e6b-0c2f7d9be833',
  refund: '0e5a6f1c-98f2-4f4e-8a52-6b1f4f3bd744',
  endpoint: '91c4f7a2-2a19-4d6e-b1f5-3f8f6a0c9e55',
  delivery: '3d7e1f58-7c0a-4b92-8e63-5a9d2c4b1f66',
  event: 'msg_a8f3c1d2-4b5e-4f60-9c7d-8e1f2a3b4c77',
} as const

const exampleReturnUrl = 'https://shop.example/thanks'

const createdAt = '2026-11-21T09:30:00.000Z'
const expiresAt = '2026-11-22T09:30:00.000Z'
const finishedAt = '2026-11-21T09:31:12.000Z'

const order = {
  mode: 'test',
  amount: '24.90',
  currency: 'EUR',
  reference: 'Order 4711',
  description: 'Two books',
  paid: false,
  paid_by: null,
  received_amount: '0.00',
  created_at: createdAt,
} as const

const checkoutSession: v1.CheckoutSession = {
  ...order,
  id: exampleIds.payment,
  object: 'checkout_session',
  url: 'https://guichet.example/pay/k3Jq8sVbT0yYw2mXr5LZpA',
  status: 'open',
  remittance: 'Order 4711',
  line_items: [
    { name: 'Book', quantity: 2, unit_amount: '10.00' },
    { name: 'Postage', quantity: 1, unit_amount: '4.90' },
  ],
  bank_code: null,
  payer: null,
  instant: 'preferred',
  language: 'auto',
  return_url: exampleReturnUrl,
  cancel_url: null,
  metadata: { cart: '7' },
  execution_date: null,
  expires_at: expiresAt,
}

const paymentSummary: v1.PaymentSummary = {
  ...order,
  id: exampleIds.payment,
  object: 'payment',
  kind: 'checkout',
  status: 'executed',
  paid: true,
  paid_by: 'bank',
  bank_code: '19870',
  bank_name: 'Crédit Atlantique',
  finished_at: finishedAt,
  expires_at: expiresAt,
}

const payment: v1.Payment = {
  ...paymentSummary,
  creditor: { name: 'Librairie du Port', iban: 'DE89370400440532013000', bic: null },
  metadata: { cart: '7' },
  link_id: null,
  refund_of: null,
  bank_status: 'ACSC',
  bank_reason: null,
  attempts: [
    {
      id: exampleIds.attempt,
      bank_code: '19870',
      bank_name: 'Crédit Atlantique',
      status: 'executed',
      reason: null,
      bank_status: 'ACSC',
      bank_reason: null,
      debtor_iban: null,
      instant: false,
      execution_date: '2026-11-21',
      instructions: [
        {
          instruction_id: 'GU7K2M9QXT4W',
          end_to_end_id: 'GU7K2M9QXT4W01',
          amount: '24.90',
          currency: 'EUR',
          remittance: ['Order 4711'],
          bank_status: 'ACSC',
          bank_reason: null,
        },
      ],
      cancellations: [],
      created_at: '2026-11-21T09:30:20.000Z',
      authorised_at: '2026-11-21T09:31:05.000Z',
      confirmed_at: '2026-11-21T09:31:08.000Z',
      finished_at: finishedAt,
    },
  ],
  timeline: [
    { sequence: 1, at: createdAt, type: 'order.created', by: 'owner', attempt_id: null, bank_status: null },
    {
      sequence: 2,
      at: finishedAt,
      type: 'attempt.executed',
      by: 'bank',
      attempt_id: exampleIds.attempt,
      bank_status: 'ACSC',
    },
  ],
}

const paymentLink: v1.PaymentLink = {
  id: exampleIds.link,
  object: 'payment_link',
  url: 'https://guichet.example/l/Zr8mQ2yT5wXk0LpVb3JsaA',
  mode: 'test',
  state: 'open',
  title: 'Membership 2027',
  description: null,
  amount: '50.00',
  min_amount: null,
  max_amount: null,
  currency: 'EUR',
  reusable: true,
  reference_prefix: 'MEMBER',
  return_url: null,
  uses: 0,
  paid: 0,
  created_at: createdAt,
  expires_at: null,
  closed_at: null,
}

const refund: v1.Refund = {
  id: exampleIds.refund,
  object: 'refund',
  payment_id: exampleIds.payment,
  mode: 'test',
  status: 'open',
  amount: '10.00',
  currency: 'EUR',
  creditor_name: 'Camille Bernard',
  creditor_iban: 'FR76 •••• 0189',
  reason: 'One book returned',
  metadata: { order: '4711' },
  authorise_url: `https://guichet.example/refunds/${exampleIds.refund}`,
  created_at: createdAt,
  finished_at: null,
  expires_at: expiresAt,
}

const endpoint: v1.WebhookEndpoint = {
  id: exampleIds.endpoint,
  object: 'webhook_endpoint',
  mode: 'test',
  url: 'https://shop.example/webhooks',
  description: 'Orders',
  event_types: ['payment.executed', 'payment.received'],
  enabled: true,
  disabled_reason: null,
  previous_secret_until: null,
  created_at: createdAt,
}

const withSecret: v1.WebhookEndpointWithSecret = {
  ...endpoint,
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
}

export const exampleEvent: Event = {
  id: exampleIds.event,
  object: 'event',
  type: 'payment.executed',
  sequence: 3,
  timestamp: finishedAt,
  data: {
    id: exampleIds.payment,
    object: 'payment',
    mode: 'test',
    kind: 'checkout',
    status: 'executed',
    paid: true,
    paid_by: 'bank',
    received_amount: '0.00',
    amount: '24.90',
    currency: 'EUR',
    reference: 'Order 4711',
    description: 'Two books',
    metadata: { cart: '7' },
    link_id: null,
    refund_of: null,
    bank_code: '19870',
    bank_status: 'ACSC',
    bank_reason: null,
    created_at: createdAt,
    finished_at: finishedAt,
  },
}

const pageOf = <Item>(item: Item) => ({ object: 'list' as const, data: [item], next_cursor: null })

export const answerExamples: Partial<Record<OperationName, unknown>> = {
  createCheckoutSession: checkoutSession,
  listCheckoutSessions: pageOf(checkoutSession),
  readCheckoutSession: checkoutSession,
  listBanks: pageOf({
    id: '19870',
    object: 'bank',
    name: 'Banque du Littoral',
    group: 'Groupe Littoral',
    bic: 'BLITFRPPXXX',
    logo_url: 'https://guichet.example/images/banks/19870?v=1f0c6b9d2e47',
    initials: 'BL',
    brand_color: '#0b3c6f',
    available: true,
    instant: true,
  } satisfies v1.Bank),
  listPayments: pageOf(paymentSummary),
  readPayment: payment,
  cancelPayment: {
    object: 'cancellation',
    payment_id: exampleIds.payment,
    outcome: 'withdrawn',
    redirect_url: null,
  } satisfies v1.Cancellation,
  createPaymentLink: paymentLink,
  listPaymentLinks: pageOf(paymentLink),
  readPaymentLink: paymentLink,
  changePaymentLink: { ...paymentLink, title: 'Membership 2027, late' },
  closePaymentLink: { ...paymentLink, state: 'closed', closed_at: finishedAt } satisfies v1.PaymentLink,
  createRefund: refund,
  listRefunds: pageOf(refund),
  readRefund: refund,
  cancelRefund: { ...refund, status: 'cancelled', finished_at: finishedAt } satisfies v1.Refund,
  createWebhookEndpoint: withSecret,
  listWebhookEndpoints: pageOf(endpoint),
  readWebhookEndpoint: endpoint,
  changeWebhookEndpoint: { ...endpoint, enabled: false, disabled_reason: 'owner' } satisfies v1.WebhookEndpoint,
  rotateWebhookSecret: { ...withSecret, previous_secret_until: expiresAt },
  testWebhookEndpoint: {
    object: 'test_delivery',
    id: exampleIds.delivery,
    event_id: exampleIds.event,
    endpoint_id: exampleIds.endpoint,
  } satisfies v1.TestDelivery,
  listEvents: pageOf(exampleEvent),
  readEvent: exampleEvent,
}

export type RequestExample<Body> = { readonly summary: string; readonly value: Body }

const payloads = {
  createCheckoutSession: {
    shortest: {
      summary: 'The shortest',
      value: { amount: '24.90', reference: 'Order 4711', return_url: exampleReturnUrl },
    },
    whole: {
      summary: 'With everything',
      value: {
        amount: '24.90',
        currency: 'EUR',
        reference: 'Order 4711',
        description: 'Two books',
        line_items: [
          { name: 'Book', quantity: 2, unit_amount: '10.00' },
          { name: 'Postage', quantity: 1, unit_amount: '4.90' },
        ],
        payer: { iban: 'FR7630006000011234567890189' },
        instant: 'preferred',
        language: 'en',
        return_url: `${exampleReturnUrl}?session={CHECKOUT_SESSION_ID}`,
        cancel_url: 'https://shop.example/cart',
        metadata: { cart: '7' },
        expires_in: 3600,
      },
    },
  } satisfies Examples<v1.CheckoutSessionInput>,
  cancelPayment: {
    whole: { summary: 'A duplicate', value: { reason: 'DUPL' } },
    empty: { summary: 'At the payer’s wish', value: {} },
  } satisfies Examples<v1.CancelInput>,
  createPaymentLink: {
    membership: {
      summary: 'One amount, any number of payers',
      value: { title: 'Membership 2027', amount: '50.00', reusable: true, reference_prefix: 'MEMBER' },
    },
    donation: {
      summary: 'The payer chooses the amount',
      value: { title: 'Donation', min_amount: '5.00', max_amount: '500.00', reusable: true },
    },
  } satisfies Examples<v1.PaymentLinkInput>,
  changePaymentLink: {
    title: { summary: 'Another title', value: { title: 'Membership 2027, late' } },
    open: { summary: 'No end any more', value: { expires_at: null } },
  } satisfies Examples<v1.PaymentLinkPatch>,
  createRefund: {
    part: {
      summary: 'A part of a payment',
      value: {
        payment_id: exampleIds.payment,
        amount: '10.00',
        creditor_name: 'Camille Bernard',
        creditor_iban: 'FR7630006000011234567890189',
        reason: 'One book returned',
      },
    },
    rest: {
      summary: 'All that is left',
      value: {
        payment_id: exampleIds.payment,
        creditor_name: 'Camille Bernard',
        creditor_iban: 'FR7630006000011234567890189',
      },
    },
  } satisfies Examples<v1.RefundInput>,
  createWebhookEndpoint: {
    all: { summary: 'All events', value: { url: 'https://shop.example/webhooks' } },
    some: {
      summary: 'Some events',
      value: {
        url: 'https://shop.example/webhooks',
        description: 'Orders',
        event_types: ['payment.executed', 'refund.executed'],
      },
    },
  } satisfies Examples<v1.WebhookEndpointInput>,
  changeWebhookEndpoint: {
    off: { summary: 'Turn it off', value: { enabled: false } },
    on: { summary: 'Turn it on, without what it missed', value: { enabled: true, missed_events: 'skip' } },
  } satisfies Examples<v1.WebhookEndpointPatch>,
  rotateWebhookSecret: {
    rotate: { summary: 'With both secrets for 24 hours', value: {} },
    again: { summary: 'A second time, after a leak', value: { force: true } },
  } satisfies Examples<v1.RotateSecretInput>,
} satisfies Partial<Record<OperationName, unknown>>

type Examples<Body> = Readonly<Record<string, RequestExample<Partial<Body>>>>

export const requestExamples: Partial<Record<OperationName, Examples<unknown>>> = payloads
