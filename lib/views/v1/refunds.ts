import { examples } from '@guichet/api-reference/openapi.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import {
  Amount,
  Created,
  exampleIds,
  exampleTimes,
  Id,
  Instant,
  Lines,
  Metadata,
  Mode,
  Paging,
  pageOf,
  ReferenceFilter,
  Status,
  StatusFilter,
  Text,
} from './members.ts'
import { type Operation, operation } from './operation.ts'

const exampleRefund = {
  id: exampleIds.refund,
  object: 'refund',
  payment_id: exampleIds.payment,
  reference: 'Order 4711',
  mode: 'test',
  status: 'open',
  amount: '10.00',
  currency: 'EUR',
  creditor_name: 'Camille Bernard',
  creditor_iban: 'FR76 •••• 0189',
  reason: 'One book returned',
  metadata: { order: '4711' },
  authorise_url: `https://guichet.example/refunds/${exampleIds.refund}`,
  created_at: exampleTimes.created,
  finished_at: null,
  expires_at: exampleTimes.expires,
} as const

export const Refund = z
  .object({
    id: Id,
    object: z.literal('refund'),
    payment_id: Id,
    reference: z.string().describe('That of the payment.'),
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
  .register(examples, { example: exampleRefund })

export const refunds = {
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
    body: z.strictObject({
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
    }),
    answer: Refund,
    requests: {
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
    },
  }),
  listRefunds: operation('get', '/refunds', 'refund.read', {
    summary: 'List refunds',
    description: 'The refunds of the mode of your key, newest first.',
    query: z.strictObject({
      ...Paging,
      status: StatusFilter,
      payment_id: Id.optional().describe('Refunds of this payment only.'),
      reference: ReferenceFilter,
      ...Created,
    }),
    answer: pageOf(Refund),
  }),
  readRefund: operation('get', '/refunds/{id}', 'refund.read', {
    summary: 'Read a refund',
    description: 'One refund. `status` is `executed` once your bank has moved the money.',
    answer: Refund,
  }),
  cancelRefund: operation('post', '/refunds/{id}/cancel', 'refund.withdraw', {
    summary: 'Cancel a refund',
    description: 'Withdraws a refund that no member has approved yet, so that its amount can be refunded again.',
    errors: ['payment_over', 'payment_under_way'],
    answer: Refund,
    example: { ...exampleRefund, status: 'cancelled', finished_at: exampleTimes.finished },
  }),
} as const satisfies Record<string, Operation>
