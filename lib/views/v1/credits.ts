import { examples } from '@guichet/api-reference/openapi.ts'
import { z } from 'zod'
import { creditStates, matchWays } from '#lib/domain/payments/order/reconcile.ts'
import { Amount, exampleIds, Id, Paging, pageOf } from './members.ts'
import { type Operation, operation } from './operation.ts'

export const Credit = z
  .object({
    id: Id,
    object: z.literal('credit'),
    day: z.iso.date().describe('Its booking day.'),
    amount: Amount,
    currency: z.string(),
    unmatched_amount: Amount.describe('What belongs to no payment yet.'),
    state: z.enum(creditStates),
    end_to_end_id: z.string().nullable(),
    remittance: z.array(z.string()).describe('What the payer wrote.'),
    matches: z.array(
      z.object({
        payment_id: Id,
        reference: z.string(),
        amount: Amount,
        by: z.enum(matchWays).describe('`person`: a member of your organisation said so.'),
      }),
    ),
  })
  .meta({ id: 'Credit' })
  .register(examples, {
    example: {
      id: exampleIds.credit,
      object: 'credit',
      day: '2026-11-21',
      amount: '24.90',
      currency: 'EUR',
      unmatched_amount: '0.00',
      state: 'matched',
      end_to_end_id: null,
      remittance: ['Order 4711'],
      matches: [{ payment_id: exampleIds.payment, reference: 'Order 4711', amount: '24.90', by: 'reference' }],
    },
  })

export const credits = {
  listCredits: operation('get', '/credits', 'reconciliation.read', {
    summary: 'List credits',
    description:
      'The money that was read on your account, newest first, once a member shares it for reconciliation, and the payments it belongs to.',
    query: z.strictObject({
      ...Paging,
      state: z
        .enum(['unknown', 'matched', 'short', 'over'])
        .optional()
        .describe('`short`, `over`: of a payment that got less, or more, than it asked for.'),
    }),
    answer: pageOf(Credit),
  }),
  readCredit: operation('get', '/credits/{id}', 'reconciliation.read', {
    summary: 'Read a credit',
    description: 'One credit, and the payments it belongs to.',
    answer: Credit,
  }),
} as const satisfies Record<string, Operation>
