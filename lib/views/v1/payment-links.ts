import { examples } from '@guichet/api-reference/openapi.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { linkStates } from '#lib/domain/payments/link/state.ts'
import {
  Amount,
  Created,
  exampleIds,
  exampleTimes,
  Id,
  Instant,
  Lines,
  Mode,
  Paging,
  pageOf,
  Text,
  Url,
} from './members.ts'
import { type Operation, operation, unpayable } from './operation.ts'

const exampleLink = {
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
  created_at: exampleTimes.created,
  expires_at: null,
  closed_at: null,
} as const

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
  .register(examples, { example: exampleLink })

export const paymentLinks = {
  createPaymentLink: operation('post', '/payment-links', 'link.change', {
    status: 201,
    summary: 'Create a payment link',
    description:
      'Creates an address that you print, post or mail. Each payer who opens a reusable link gets a payment of their own. A link that is not reusable has one payment, whoever opens it.',
    errors: [...unpayable, 'amount_not_valid', 'return_url_not_registered', 'expires_at_in_the_past'],
    body: z.strictObject({
      title: Text(140),
      description: Lines(500).optional(),
      amount: Amount.optional().describe('Without it the payer enters one.'),
      min_amount: Amount.optional(),
      max_amount: Amount.optional(),
      reusable: z.boolean().default(false),
      reference_prefix: singleLine(28).optional(),
      return_url: Url.optional(),
      expires_at: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: PaymentLink,
    requests: {
      membership: {
        summary: 'One amount, any number of payers',
        value: { title: 'Membership 2027', amount: '50.00', reusable: true, reference_prefix: 'MEMBER' },
      },
      donation: {
        summary: 'The payer chooses the amount',
        value: { title: 'Donation', min_amount: '5.00', max_amount: '500.00', reusable: true },
      },
    },
  }),
  listPaymentLinks: operation('get', '/payment-links', 'link.read', {
    summary: 'List payment links',
    description: 'The links of the mode of your key, newest first, in every state or in one.',
    query: z.strictObject({
      ...Paging,
      state: z.enum(linkStates).optional(),
      reference_prefix: singleLine(28).optional().describe('Exactly this prefix.'),
      ...Created,
    }),
    answer: pageOf(PaymentLink),
  }),
  readPaymentLink: operation('get', '/payment-links/{id}', 'link.read', {
    summary: 'Read a payment link',
    description: 'One link, with how often it was opened and paid.',
    answer: PaymentLink,
  }),
  changePaymentLink: operation('patch', '/payment-links/{id}', 'link.change', {
    summary: 'Change a payment link',
    description:
      'Changes the title, the description or the end of a link. Members you leave out stay as they are; the amount never changes, because payers have seen it.',
    errors: ['link_closed', 'expires_at_in_the_past'],
    body: z.strictObject({
      title: Text(140).optional(),
      description: Lines(500).nullable().optional().describe('`null` removes it.'),
      expires_at: z.iso
        .datetime({ offset: true })
        .nullable()
        .optional()
        .describe('A later time reopens an expired link; `null`: it never expires.'),
    }),
    answer: PaymentLink,
    requests: {
      title: { summary: 'Another title', value: { title: 'Membership 2027, late' } },
      open: { summary: 'No end any more', value: { expires_at: null } },
    },
    example: { ...exampleLink, title: 'Membership 2027, late' },
  }),
  closePaymentLink: operation('delete', '/payment-links/{id}', 'link.change', {
    summary: 'Close a payment link',
    description:
      'Closes the link for good: nobody can start a payment with it. It stays readable, and a payment that has started can still be made. Closing it twice changes nothing.',
    answer: PaymentLink,
    example: { ...exampleLink, state: 'closed', closed_at: exampleTimes.finished },
  }),
} as const satisfies Record<string, Operation>
