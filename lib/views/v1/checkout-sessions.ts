import { examples } from '@guichet/api-reference/openapi.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { instantChoices } from '#lib/domain/payments/order/instant.ts'
import { maxLineItems } from '#lib/domain/payments/order/line-items.ts'
import {
  Amount,
  Created,
  Currency,
  exampleIds,
  exampleOrder,
  exampleTimes,
  Id,
  Instant,
  Lines,
  Metadata,
  MetadataFilter,
  orderFields,
  Paging,
  pageOf,
  ReferenceFilter,
  SignedAmount,
  StatusFilter,
  Text,
  Url,
} from './members.ts'
import { type Operation, operation, unpayable } from './operation.ts'
import { exampleReturnUrl } from './samples.ts'

const lineItem = { quantity: z.int().min(1).max(10_000), unit_amount: SignedAmount }
const LineItem = z.object({ name: z.string(), ...lineItem }).meta({ id: 'LineItem' })

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
    .optional()
    .describe(
      'Whether the transfer is instant. `preferred`: at banks that offer it, else, or if the bank refuses it, an ordinary one. `required`: no other bank is offered. Without it: what your organisation has set, at first `preferred`; `never` with a later `execution_date`.',
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

export const CheckoutSession = z
  .object({
    id: Id.describe('Also the id of its payment.'),
    object: z.literal('checkout_session'),
    url: z.url().describe('The hosted page: send the payer there.'),
    ...orderFields,
    remittance: z
      .string()
      .describe(
        '`reference` as banks carry it: without accents, `Œ` as `OE`, `€` as `EUR`, Greek and Cyrillic in Latin letters, other signs as full stops.',
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
  .register(examples, {
    example: {
      ...exampleOrder,
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
      expires_at: exampleTimes.expires,
    },
  })
export type CheckoutSession = z.infer<typeof CheckoutSession>

export const checkoutSessions = {
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
    body: CheckoutSessionInput,
    answer: CheckoutSession,
    requests: {
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
    },
  }),
  listCheckoutSessions: operation('get', '/checkout-sessions', 'payment.read', {
    summary: 'List checkout sessions',
    description: 'The sessions created with the API in the mode of your key, newest first.',
    query: z.strictObject({
      ...Paging,
      status: StatusFilter,
      reference: ReferenceFilter,
      metadata: MetadataFilter,
      ...Created,
    }),
    answer: pageOf(CheckoutSession),
  }),
  readCheckoutSession: operation('get', '/checkout-sessions/{id}', 'payment.read', {
    summary: 'Read a checkout session',
    description:
      'One session, with the status of its payment. `status` is `executed` once the bank has moved the money.',
    answer: CheckoutSession,
  }),
} as const satisfies Record<string, Operation>
