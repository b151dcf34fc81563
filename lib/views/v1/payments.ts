import { examples } from '@guichet/api-reference/openapi.ts'
import { cancellationReasons } from '@guichet/stet/terms/payment-request.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { cancellationStatuses } from '#lib/domain/payments/attempt/cancellation.ts'
import { paymentActors } from '#lib/domain/payments/attempt/event.ts'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import {
  Amount,
  Created,
  exampleIds,
  exampleOrder,
  exampleTimes,
  Id,
  Instant,
  MetadataFilter,
  orderFields,
  Paging,
  pageOf,
  ReferenceFilter,
  StatusFilter,
} from './members.ts'
import { type Operation, operation } from './operation.ts'

const exampleSummary = {
  ...exampleOrder,
  id: exampleIds.payment,
  object: 'payment',
  kind: 'checkout',
  status: 'executed',
  paid: true,
  paid_by: 'bank',
  bank_code: '19870',
  bank_name: 'Banque du Littoral',
  finished_at: exampleTimes.finished,
  expires_at: exampleTimes.expires,
} as const

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
  .register(examples, { example: exampleSummary })

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
})
  .meta({ id: 'Payment' })
  .register(examples, {
    example: {
      ...exampleSummary,
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
          bank_name: 'Banque du Littoral',
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
          finished_at: exampleTimes.finished,
        },
      ],
      timeline: [
        {
          sequence: 1,
          at: exampleTimes.created,
          type: 'order.created',
          by: 'owner',
          attempt_id: null,
          bank_status: null,
        },
        {
          sequence: 2,
          at: exampleTimes.finished,
          type: 'attempt.executed',
          by: 'bank',
          attempt_id: exampleIds.attempt,
          bank_status: 'ACSC',
        },
      ],
    },
  })

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
  .register(examples, {
    example: { object: 'cancellation', payment_id: exampleIds.payment, outcome: 'withdrawn', redirect_url: null },
  })

export const payments = {
  listPayments: operation('get', '/payments', 'payment.read', {
    summary: 'List payments',
    description:
      'Payments from sessions and payment links, and refunds, newest first. Filters are combined: a payment matches all of them.',
    query: z.strictObject({
      ...Paging,
      status: StatusFilter,
      kind: z.enum(['checkout', 'link', 'refund']).optional(),
      reference: ReferenceFilter,
      metadata: MetadataFilter,
      search: singleLine(100).optional().describe('References, descriptions, end-to-end ids, amounts.'),
      ...Created,
    }),
    answer: pageOf(PaymentSummary),
  }),
  readPayment: operation('get', '/payments/{id}', 'payment.read', {
    summary: 'Read a payment',
    description: 'One payment with every attempt at a bank, the bank’s own codes, and what happened in order.',
    answer: Payment,
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
    body: z.strictObject({
      reason: z
        .enum(cancellationReasons)
        .default('DS02')
        .describe('`DS02` the payer wants it, `DUPL` duplicate, `FRAD` fraud, `TECH` technical.'),
      instruction_ids: z.array(singleLine(35)).max(100).default([]).describe('Empty: the whole payment.'),
    }),
    answer: Cancellation,
    requests: {
      whole: { summary: 'A duplicate', value: { reason: 'DUPL' } },
      empty: { summary: 'At the payer’s wish', value: {} },
    },
  }),
} as const satisfies Record<string, Operation>
