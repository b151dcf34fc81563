import { cancellationReasons } from '@guichet/stet/terms/payment-request.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { multiLine, singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { cancellationConditions, cancellationStatuses } from '#lib/domain/payments/attempt/cancellation.ts'
import { paymentActors } from '#lib/domain/payments/attempt/event.ts'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import { linkStates } from '#lib/domain/payments/link/state.ts'
import { instantChoices } from '#lib/domain/payments/order/instant.ts'
import { maxLineItems } from '#lib/domain/payments/order/line-items.ts'
import { type PaidBy, paidWays } from '#lib/domain/payments/order/paid.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { activationSteps, liveLimitNames } from '#lib/domain/refusals/failure.ts'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'
import { apiErrorCodes } from './errors.ts'

/** Validates, and makes the OpenAPI document. snake_case, decimal strings, ISO 8601. */

export const Instant = z.iso.datetime().meta({ examples: ['2026-11-21T09:30:00.000Z'] })
export const Id = z.uuid()
export const Mode = z.enum(apiModes).describe('`test` payments go to the sandbox, `live` ones to banks.')
const Currency = z.literal('EUR')
export const Amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be a decimal string such as 12.34')
  .meta({ description: 'Decimal string with at most two decimals, up to 999999999.99.', examples: ['12.34'] })
const SignedAmount = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,2})?$/, 'must be a decimal string such as 12.34 or -5.00')
  .meta({ description: 'Decimal string with at most two decimals; negative for a discount.', examples: ['12.34'] })
const isSeen = (text: string) => cleanText(text, 1) !== ''
const visible = (text: z.ZodString) =>
  text.trim().min(1, { abort: true, error: 'must not be empty' }).refine(isSeen, 'must have a visible character')
const Text = (max: number) => visible(singleLine(max))
const Lines = (max: number) => visible(multiLine(max))
const Url = singleLine(500)
const Metadata = z
  .record(singleLine(40).min(1), multiLine(500))
  .refine(data => Object.keys(data).length <= 20, 'has at most 20 members')
  .describe('Your own data about it, at most 20 members. Nobody but you sees it.')

const lineItem = { quantity: z.int().min(1).max(10_000), unit_amount: SignedAmount }
export const LineItem = z.object({ name: z.string(), ...lineItem }).meta({ id: 'LineItem' })

export const CheckoutSessionInput = z.strictObject({
  amount: Amount,
  currency: Currency.default('EUR'),
  reference: Text(140).describe(
    'Your reference: the payer sees it, and the bank sends it as remittance information, in the SEPA character set.',
  ),
  description: Lines(500).optional(),
  line_items: z
    .array(z.strictObject({ name: Text(140), ...lineItem }))
    .min(1)
    .max(maxLineItems)
    .optional()
    .describe('What is paid for, shown to the payer and on the receipt. Together they must be `amount`.'),
  return_url: Url.describe(
    'Where the payer goes afterwards: one of your registered addresses, with a query if you like. `{CHECKOUT_SESSION_ID}` in it is replaced by the session’s id. We add `payment_id` and `status`; `status` is a hint to be checked with the API.',
  ),
  cancel_url: Url.optional().describe(
    'The payer returns here after giving up; it must be registered too, and may have a query.',
  ),
  metadata: Metadata.optional(),
  expires_in: z.int().min(300).max(2_592_000).default(86_400).describe('Seconds, from 5 minutes to 30 days.'),
  bank_code: singleLine(20)
    .min(1)
    .optional()
    .describe(
      'The bank that you propose: the page shows it alone, with a way to the others. A `bank_code` of a payment.',
    ),
  payer: z
    .strictObject({ iban: singleLine(50).describe('Their bank then offers this account only, which saves a step.') })
    .optional()
    .describe('What you know of the payer. They can pay from another account.'),
  instant: z
    .enum(instantChoices)
    .default('never')
    .describe(
      'Whether the transfer is instant. `preferred`: at banks that offer it, else an ordinary one. `required`: no other bank is offered.',
    ),
  language: z
    .enum(['fr', 'en', 'auto'])
    .default('auto')
    .describe('Of the payer’s pages and the receipt. `auto`: the payer’s own. The payer can change it.'),
  execution_date: z.iso
    .date()
    .optional()
    .describe('Day in Paris, at most a year ahead. Without it: the day on which the payer approves the payment.'),
})
export type CheckoutSessionInput = z.infer<typeof CheckoutSessionInput>

const Status = z
  .enum(orderStatuses)
  .describe('`executed` means that the bank moved the money. Whether to deliver is in `paid`.')

export const orderFields = {
  mode: Mode,
  status: Status,
  paid: z
    .boolean()
    .describe('Whether the money is there: executed by the payer’s bank, or the full amount arrived on your account.'),
  paid_by: z
    .enum(paidWays)
    .nullable()
    .describe('`bank`: we asked the payer’s bank, which executed it. `transfer`: the payer made a transfer by hand.'),
  received_amount: Amount.describe('What reconciliation saw arrive on your account, also too little or too much.'),
  amount: Amount,
  currency: z.string(),
  reference: z.string(),
  description: z.string().nullable(),
}

/** Of `orderFields`, those about money that came. */
export function paidFields(by: PaidBy | null, received: string) {
  return { paid: by !== null, paid_by: by, received_amount: received }
}

export const CheckoutSession = z
  .object({
    id: Id.describe('Also the id of its payment.'),
    object: z.literal('checkout_session'),
    url: z.url().describe('The hosted page: send the payer there.'),
    ...orderFields,
    remittance: z
      .string()
      .describe(
        '`reference` as banks carry it: without accents, `Œ` as `OE`, `€` as `EUR`, other signs as full stops.',
      ),
    line_items: z.array(LineItem),
    bank_code: z.string().nullable().describe('The bank that you proposed.'),
    payer: z.object({ iban: z.string().describe('Masked.') }).nullable(),
    instant: z.enum(instantChoices),
    language: z.enum(['fr', 'en', 'auto']),
    return_url: z.string().nullable(),
    cancel_url: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    execution_date: z.iso.date().nullable(),
    created_at: Instant,
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'CheckoutSession' })
export type CheckoutSession = z.infer<typeof CheckoutSession>

export const Bank = z
  .object({
    id: z.string().describe('Its code: the `bank_code` of sessions and payments.'),
    object: z.literal('bank'),
    name: z.string(),
    group: z.string(),
    bic: z.string(),
    logo_url: z
      .url()
      .nullable()
      .describe('An SVG that pages of yours can show. Null: draw `initials` on `brand_color`.'),
    initials: z.string(),
    brand_color: z.string().describe('As in CSS, `#0b3c6f`.'),
    available: z.boolean().describe('False while the bank does not answer us: do not offer it now.'),
    instant: z.boolean().describe('Whether it makes instant transfers.'),
  })
  .meta({ id: 'Bank' })
export type Bank = z.infer<typeof Bank>

export const PaymentSummary = z
  .object({
    id: Id,
    object: z.literal('payment'),
    kind: z.enum(['checkout', 'link', 'transfer', 'refund']),
    ...orderFields,
    bank_code: z.string().nullable(),
    bank_name: z.string().nullable(),
    created_at: Instant,
    finished_at: Instant.nullable(),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'PaymentSummary' })
export type PaymentSummary = z.infer<typeof PaymentSummary>

const Attempt = z
  .object({
    id: Id,
    bank_code: z.string(),
    bank_name: z.string(),
    status: z.enum(attemptStatuses),
    reason: z.string().nullable().describe('Why it ended: the bank’s code, or one of ours.'),
    bank_status: z.string().nullable().describe('The bank’s ISO 20022 code, unchanged.'),
    bank_reason: z.string().nullable(),
    debtor_iban: z.string().nullable().describe('Only if the payer agreed to show it to you (PSD2 art. 66).'),
    instant: z.boolean().describe('Whether the bank was asked for an instant transfer.'),
    execution_date: z.iso.date(),
    instructions: z.array(
      z.object({
        instruction_id: z.string(),
        end_to_end_id: z.string(),
        amount: Amount,
        currency: z.string(),
        remittance: z.array(z.string()),
        bank_status: z.string().nullable(),
        bank_reason: z.string().nullable(),
      }),
    ),
    cancellations: z.array(
      z.object({
        id: Id,
        reason: z.enum(cancellationReasons),
        status: z.enum(cancellationStatuses),
        created_at: Instant,
        ended_at: Instant.nullable(),
      }),
    ),
    created_at: Instant,
    authorised_at: Instant.nullable(),
    confirmed_at: Instant.nullable(),
    finished_at: Instant.nullable(),
  })
  .meta({ id: 'PaymentAttempt' })

export const Payment = PaymentSummary.extend({
  creditor: z.object({ name: z.string(), iban: z.string(), bic: z.string().nullable() }),
  metadata: z.record(z.string(), z.string()),
  link_id: Id.nullable(),
  refund_of: Id.nullable(),
  bank_status: z
    .string()
    .nullable()
    .describe('The bank’s ISO 20022 code for the latest attempt, in addition to our `status`.'),
  bank_reason: z.string().nullable(),
  attempts: z.array(Attempt).describe('Newest first.'),
  timeline: z
    .array(
      z.object({
        sequence: z.int(),
        at: Instant,
        type: z.string(),
        by: z.enum(paymentActors),
        attempt_id: Id.nullable(),
        bank_status: z.string().nullable(),
      }),
    )
    .describe('Oldest first.'),
}).meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

export const CancelInput = z.strictObject({
  reason: z
    .enum(cancellationReasons)
    .default('DS02')
    .describe('`DS02` the payer wants it, `DUPL` duplicate, `FRAD` fraud, `TECH` technical.'),
  instruction_ids: z.array(singleLine(35)).max(100).default([]).describe('Empty: the whole payment.'),
})
export type CancelInput = z.infer<typeof CancelInput>

export const Cancellation = z
  .object({
    object: z.literal('cancellation'),
    payment_id: Id,
    outcome: z
      .enum(['withdrawn', 'redirect'])
      .describe('`withdrawn`: nobody had approved it yet. `redirect`: the payer has to approve it at the bank.'),
    redirect_url: z.url().nullable(),
  })
  .meta({ id: 'Cancellation' })
export type Cancellation = z.infer<typeof Cancellation>

export const FailingConditions = z.array(z.object({ condition: z.enum(cancellationConditions), holds: z.boolean() }))

export const PaymentLinkInput = z.strictObject({
  title: Text(140),
  description: Lines(500).optional(),
  amount: Amount.optional().describe('Without it the payer enters one.'),
  min_amount: Amount.optional(),
  max_amount: Amount.optional(),
  reusable: z.boolean().default(false),
  reference_prefix: singleLine(28).optional(),
  return_url: Url.optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
})
export type PaymentLinkInput = z.infer<typeof PaymentLinkInput>

export const PaymentLinkPatch = z.strictObject({
  title: Text(140).optional(),
  description: Lines(500).nullable().optional().describe('`null` removes it.'),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('A later time reopens an expired link; `null`: it never expires.'),
})
export type PaymentLinkPatch = z.infer<typeof PaymentLinkPatch>

export const PaymentLink = z
  .object({
    id: Id,
    object: z.literal('payment_link'),
    url: z.url(),
    mode: Mode,
    state: z.enum(linkStates),
    title: z.string(),
    description: z.string().nullable(),
    amount: Amount.nullable(),
    min_amount: Amount.nullable(),
    max_amount: Amount.nullable(),
    currency: z.string(),
    reusable: z.boolean(),
    reference_prefix: z.string().nullable(),
    return_url: z.string().nullable(),
    uses: z.int(),
    paid: z.int(),
    created_at: Instant,
    expires_at: Instant.nullable(),
    closed_at: Instant.nullable(),
  })
  .meta({ id: 'PaymentLink' })
export type PaymentLink = z.infer<typeof PaymentLink>

export const RefundInput = z.strictObject({
  payment_id: Id,
  amount: Amount.optional().describe('Absent: everything that can still be refunded.'),
  creditor_name: Text(140).describe('Your customer’s name, who receives the money.'),
  creditor_iban: singleLine(50)
    .optional()
    .describe(
      'Only for a payment that came by another way; otherwise the account that paid is used, whatever stands here.',
    ),
  reason: Lines(300).optional(),
  metadata: Metadata.optional(),
})
export type RefundInput = z.infer<typeof RefundInput>

export const Refund = z
  .object({
    id: Id,
    object: z.literal('refund'),
    payment_id: Id,
    mode: Mode,
    status: Status,
    amount: Amount,
    currency: z.string(),
    creditor_name: z.string(),
    creditor_iban: z.string().describe('Masked, unless the payer agreed to show it to you (PSD2 art. 66).'),
    reason: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    authorise_url: z.url().describe('The page where a member approves it, until `expires_at`. No money moves before.'),
    created_at: Instant,
    finished_at: Instant.nullable(),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof Refund>

const EventTypes = z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length)

export const WebhookEndpointInput = z.strictObject({
  // More than 500 has a code of its own.
  url: singleLine(2_000).min(1).describe('https, on port 443 or 8443, on the public internet.'),
  description: multiLine(200).default(''),
  event_types: EventTypes.default([]).describe('Empty: all.'),
})
export type WebhookEndpointInput = z.infer<typeof WebhookEndpointInput>

export const WebhookEndpointPatch = z.strictObject({
  url: singleLine(2_000).min(1).optional(),
  description: multiLine(200).optional(),
  event_types: EventTypes.optional(),
  enabled: z.boolean().optional(),
  missed_events: z
    .enum(['deliver', 'skip'])
    .default('deliver')
    .describe('When it is turned on: whether events of the time it was off are delivered. They are kept for 30 days.'),
})
export type WebhookEndpointPatch = z.infer<typeof WebhookEndpointPatch>

export const RotateSecretInput = z.strictObject({
  force: z
    .boolean()
    .default(false)
    .describe('Rotate again within 24 hours: the secret before the last one stops signing at once.'),
})
export type RotateSecretInput = z.infer<typeof RotateSecretInput>

export const WebhookEndpoint = z
  .object({
    id: Id,
    object: z.literal('webhook_endpoint'),
    mode: Mode,
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(z.enum(webhookEventTypes)),
    enabled: z.boolean(),
    disabled_reason: z.enum(['owner', 'gone']).nullable(),
    previous_secret_until: Instant.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().describe('`whsec_…`, shown this once.'),
}).meta({ id: 'WebhookEndpointWithSecret' })
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>

export const TestDelivery = z
  .object({ object: z.literal('test_delivery'), id: Id, event_id: z.string(), endpoint_id: Id })
  .meta({ id: 'TestDelivery' })
export type TestDelivery = z.infer<typeof TestDelivery>

/** RFC 9457. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(apiErrorCodes).describe('The reason; each has a page at `type`.'),
    detail: z.string().describe('What is wrong and what to do about it.'),
    field: z.string().optional().describe('The first wrong member.'),
    errors: z
      .array(z.object({ field: z.string(), code: z.enum(apiErrorCodes), detail: z.string() }))
      .optional()
      .describe(
        'Every wrong member. What depends on your organisation, such as a registered address, is checked once all members have the right form.',
      ),
    scope: z.string().optional().describe('The scope missing from the key.'),
    address: z.string().optional().describe('The address that the request came from, if the key excludes it.'),
    missing: z.array(z.enum(activationSteps)).optional().describe('What is left to do before live payments.'),
    limit: z
      .object({ name: z.enum(liveLimitNames), max: Amount, left: Amount })
      .optional()
      .describe('The limit that is exceeded, and what is left of it, in euros.'),
    bank_code: z.string().optional(),
    conditions: FailingConditions.optional().describe('For a payment that can’t be cancelled: each condition by name.'),
    request_id: z.string(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

const Paging = {
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('How many on a page.'),
  cursor: singleLine(200).optional().describe('The `next_cursor` of the previous page.'),
}
const Created = {
  created_from: z.iso.date().optional().describe('Day in Paris, included.'),
  created_to: z.iso.date().optional().describe('Day in Paris, included.'),
}
const StatusFilter = z.enum(orderStatuses).optional()
const ReferenceFilter = singleLine(140)
  .overwrite(text => cleanText(text, 140))
  .optional()
  .describe('Exactly this reference.')
const MetadataFilter = singleLine(541)
  .regex(/^[^:]{1,40}:/, 'must be a member and its value such as cart:7')
  .optional()
  .describe('Exactly this member of your metadata and its value, as `cart:7`.')

export const CheckoutQuery = z.strictObject({
  ...Paging,
  status: StatusFilter,
  reference: ReferenceFilter,
  metadata: MetadataFilter,
  ...Created,
})
export const PaymentQuery = z.strictObject({
  ...Paging,
  status: StatusFilter,
  kind: z.enum(['checkout', 'link', 'refund']).optional(),
  reference: ReferenceFilter,
  metadata: MetadataFilter,
  search: singleLine(100).optional().describe('References, descriptions, end-to-end ids, amounts.'),
  ...Created,
})
export const BankQuery = z.strictObject({
  search: singleLine(100).optional().describe('Words of its name, code, BIC, group or city.'),
})
export const PaymentLinkQuery = z.strictObject({
  ...Paging,
  state: z.enum(linkStates).optional(),
  reference_prefix: singleLine(28).optional().describe('Exactly this prefix.'),
  ...Created,
})
export const RefundQuery = z.strictObject({
  ...Paging,
  status: StatusFilter,
  payment_id: Id.optional().describe('Refunds of this payment only.'),
  reference: ReferenceFilter,
  ...Created,
})
export const EventQuery = z.strictObject({
  ...Paging,
  type: z.enum(webhookEventTypes).optional(),
  payment_id: Id.optional().describe('Events of this payment or refund only.'),
  ...Created,
})

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ object: z.literal('list'), data: z.array(item), next_cursor: z.string().nullable() })
