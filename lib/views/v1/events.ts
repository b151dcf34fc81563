import { examples } from '@guichet/api-reference/openapi.ts'
import { z } from 'zod'
import { activationStates } from '#lib/domain/merchant/activation.ts'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import {
  type AppEventType,
  appEventTypes,
  attemptEventTypes,
  checkoutEventTypes,
  organisationEventTypes,
  paymentEventTypes,
  refundEventTypes,
  testEventTypes,
  type WebhookEventType,
  webhookEventTypes,
} from '#lib/domain/webhooks/event.ts'
import { CheckoutSession } from './checkout-sessions.ts'
import { Created, exampleIds, exampleTimes, Id, Instant, Mode, orderFields, Paging, pageOf } from './members.ts'
import { type Operation, operation } from './operation.ts'

/** Never a payer's IBAN. */
export const PaymentEventData = z
  .object({
    id: Id,
    object: z.literal('payment'),
    kind: z.enum(['checkout', 'link', 'refund']),
    ...orderFields,
    metadata: z.record(z.string(), z.string()),
    link_id: Id.nullable(),
    refund_of: Id.nullable().describe('The payment that a refund pays back.'),
    bank_code: z.string().nullable(),
    bank_status: z.string().nullable().describe('The bank’s ISO 20022 code for the latest attempt.'),
    bank_reason: z.string().nullable(),
    created_at: Instant,
    finished_at: Instant.nullable(),
  })
  .meta({ id: 'PaymentEventData' })
export type PaymentEventData = z.infer<typeof PaymentEventData>

export const AttemptFailedData = PaymentEventData.extend({
  attempt: z.object({
    id: Id,
    bank_code: z.string(),
    status: z.enum(attemptStatuses),
    reason: z.string().nullable().describe('Why it ended: the bank’s code, or one of ours.'),
    bank_status: z.string().nullable(),
    bank_reason: z.string().nullable(),
  }),
  can_retry: z.boolean().describe('Whether the payer can try again on the same page.'),
}).meta({ id: 'AttemptFailedData' })
export type AttemptFailedData = z.infer<typeof AttemptFailedData>

export const OrganisationEventData = z
  .object({
    id: Id,
    object: z.literal('organisation'),
    name: z.string(),
    legal_name: z.string(),
    return_urls: z.array(z.string()),
    beneficiary: z
      .object({ name: z.string(), iban: z.string().describe('Masked.') })
      .nullable()
      .describe('The account that payments go to now. A change takes effect later.'),
    activation: z.enum(activationStates).describe('Live payments are accepted in `active` only.'),
    suspended: z.boolean().describe('Whether an operator stopped new payments, in test mode too.'),
  })
  .meta({ id: 'OrganisationEventData' })
export type OrganisationEventData = z.infer<typeof OrganisationEventData>

const TestEventData = z.object({ object: z.literal('test'), mode: Mode, endpoint_id: Id }).meta({ id: 'TestEventData' })

const eventOf = <const Types extends readonly string[], Data extends z.ZodType>(types: Types, data: Data) =>
  z.object({
    id: z.string().describe('`msg_…`: the `webhook-id` of its deliveries.'),
    object: z.literal('event'),
    type: z.enum(types),
    sequence: z.int().nullable().describe('Numbers the events of a payment from 1 without a gap.'),
    timestamp: Instant,
    data,
  })

const families = [
  eventOf(paymentEventTypes, PaymentEventData).meta({ id: 'PaymentEvent' }),
  eventOf(refundEventTypes, PaymentEventData).meta({ id: 'RefundEvent' }),
  eventOf(attemptEventTypes, AttemptFailedData).meta({ id: 'AttemptFailedEvent' }),
  eventOf(checkoutEventTypes, CheckoutSession).meta({ id: 'CheckoutSessionEvent' }),
  eventOf(organisationEventTypes, OrganisationEventData).meta({ id: 'OrganisationEvent' }),
  eventOf(testEventTypes, TestEventData).meta({ id: 'TestEvent' }),
] as const

export const exampleEvent = {
  id: exampleIds.event,
  object: 'event',
  type: 'payment.executed',
  sequence: 3,
  timestamp: exampleTimes.finished,
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
    created_at: exampleTimes.created,
    finished_at: exampleTimes.finished,
  },
} satisfies z.infer<(typeof families)[0]>

const exampleOrganisationEvent = {
  id: exampleIds.event,
  object: 'event',
  type: 'organisation.suspended',
  sequence: null,
  timestamp: exampleTimes.finished,
  data: {
    id: exampleIds.payment,
    object: 'organisation',
    name: 'Les Fleurs de Rose',
    legal_name: 'Atelier Haddad SARL',
    return_urls: ['https://shop.example/thanks'],
    beneficiary: { name: 'Atelier Haddad SARL', iban: 'FR76 •••• 0138' },
    activation: 'active',
    suspended: true,
  },
} satisfies z.infer<(typeof families)[4]>

export const Event = z
  .discriminatedUnion('type', families)
  .meta({ id: 'Event' })
  .register(examples, { example: exampleEvent })
export type Event = z.infer<typeof Event>

/** What an app of the data API hears. */
export const AppEvent = eventOf(
  appEventTypes,
  z.object({ object: z.literal('accounts'), app_id: Id, account_ids: z.array(Id) }),
).meta({ id: 'AppEvent' })

/** Without `id`, which is the header `webhook-id`. */
export function payloadOf(type: WebhookEventType | AppEventType): z.ZodType {
  const family = [...families, AppEvent].find(({ shape }) => shape.type.options.some(one => one === type))
  if (!family) throw new Error(`${type} has no schema`)
  return z.object({ ...family.shape, type: z.literal(type) }).omit({ id: true, object: true })
}

export const eventMeanings: Readonly<Record<WebhookEventType, string>> = {
  'payment.open':
    'The payment can be paid again: the bank refused an approved attempt, or its payer did not come back in time.',
  'payment.pending': 'The payer approved the payment, and we are confirming it at the bank.',
  'payment.confirmed': 'The bank accepted the payment. The money has not moved yet.',
  'payment.executed': 'The bank moved the money. Deliver now.',
  'payment.partly_executed': 'The bank executed some of the transfers of the payment.',
  'payment.cancelled': 'The payment was withdrawn, or cancelled at the bank.',
  'payment.expired': 'Nobody paid in time.',
  'payment.held': 'The bank shows another payment than we asked for. Deliver nothing until it is cleared up.',
  'payment.received':
    'Money for the payment arrived on your account, or a match was taken back. Deliver once `paid` is true: a payer may have made the transfer by hand.',
  'refund.created': 'A refund waits for a member to approve it.',
  'refund.open': 'The refund can be approved again: your bank refused an attempt that was confirmed.',
  'refund.pending': 'A member approved the refund, and we are confirming it at your bank.',
  'refund.confirmed': 'Your bank accepted the refund. The money has not moved yet.',
  'refund.executed': 'Your bank moved the money back.',
  'refund.partly_executed': 'Your bank executed a part of the refund.',
  'refund.cancelled': 'The refund was cancelled before the money moved.',
  'refund.expired': 'Nobody approved the refund in time.',
  'refund.held': 'Your bank shows another transfer than we asked for.',
  'payment.attempt_failed':
    'One try at a bank ended without moving money. `can_retry` says whether the payer can try again.',
  'refund.attempt_failed':
    'One try at your bank ended without moving money. `can_retry` says whether a member can try again.',
  'checkout_session.expired': 'Nobody paid the session in time, so it can be offered again.',
  'organisation.changed': 'A member changed the details of your organisation.',
  'organisation.return_urls_changed': 'A member changed your return addresses.',
  'organisation.beneficiary_changed': 'A member entered another account to be paid to.',
  'organisation.beneficiary_withdrawn': 'A member withdrew a change of that account before it took effect.',
  'organisation.activated': 'Live payments to your organisation are accepted from now on.',
  'organisation.activation_declined': 'We declined your request for live payments. The dashboard says why.',
  'organisation.activation_paused':
    'Live payments are paused: a name, the registration number or the account differs from what was approved.',
  'organisation.suspended': 'We stopped new payments to your organisation. The dashboard says why.',
  'organisation.resumed': 'Your organisation is no longer suspended: new payments are accepted again.',
  'endpoint.test': 'Somebody tried the endpoint.',
}

export const events = {
  listEvents: operation('get', '/events', 'event.read', {
    summary: 'List events',
    description:
      'Everything that endpoints were sent or would have been sent, newest first. Use it to catch up after your server was down.',
    query: z.strictObject({
      ...Paging,
      type: z.enum(webhookEventTypes).optional(),
      payment_id: Id.optional().describe('Events of this payment or refund only.'),
      ...Created,
    }),
    answer: pageOf(Event),
  }),
  createEvent: operation('post', '/events', 'payment.simulate', {
    status: 201,
    summary: 'Make an event of your organisation',
    description:
      'Sends an event of test mode as if it had happened to your organisation, which stays as it is. Events of payments and refunds come with what happens to them: `POST /simulations`.',
    body: z.strictObject({ type: z.enum(organisationEventTypes) }),
    answer: Event,
    requests: { suspended: { summary: 'Suspended', value: { type: 'organisation.suspended' } } },
    example: exampleOrganisationEvent,
  }),
  readEvent: operation('get', '/events/{id}', 'event.read', {
    summary: 'Read an event',
    description: 'One event. Endpoints receive it without `id` and `object`; their `webhook-id` is this `id`.',
    answer: Event,
  }),
} as const satisfies Record<string, Operation>
