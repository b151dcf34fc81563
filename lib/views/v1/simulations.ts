import { examples } from '@guichet/api-reference/openapi.ts'
import { z } from 'zod'
import { Amount, exampleIds, Id, orderFields } from './members.ts'
import { type Operation, operation } from './operation.ts'

/** `pending`, `confirmed`: on the way, to be ended by another. `rejected`: by the bank. `refused`: by whoever approves. `received`: money seen on the account. */
export const simulatedOutcomes = [
  'pending',
  'confirmed',
  'executed',
  'partly_executed',
  'rejected',
  'refused',
  'held',
  'received',
  'expired',
] as const

const { status, paid, received_amount } = orderFields

export const Simulation = z
  .object({
    object: z.literal('simulation'),
    payment_id: Id,
    outcome: z.enum(simulatedOutcomes),
    status,
    paid,
    received_amount,
  })
  .meta({ id: 'Simulation' })
  .register(examples, {
    example: {
      object: 'simulation',
      payment_id: exampleIds.payment,
      outcome: 'received',
      status: 'open',
      paid: true,
      received_amount: '24.90',
    },
  })

export const simulations = {
  createSimulation: operation('post', '/simulations', 'payment.simulate', {
    status: 201,
    summary: 'Simulate an outcome',
    description:
      'Makes an open payment or refund of test mode end as if its bank had said so, or its money arrive, with the events of the real thing. No bank is asked.',
    errors: ['not_found', 'amount_not_valid', 'payment_over', 'payment_under_way'],
    body: z.strictObject({
      payment_id: Id.describe('Of a payment or a refund.'),
      outcome: z
        .enum(simulatedOutcomes)
        .describe(
          '`pending`: whoever approves does so. `confirmed`: the bank accepts it for later. Either can be followed by what becomes of it. `rejected`: the bank refuses an approved try; of one that is `pending` or `confirmed` this opens the payment again. `refused`: the payer refuses. `held`: the bank shows another payment. `received`: money arrives on your account. `expired`: nobody paid in time.',
        ),
      amount: Amount.optional().describe(
        'Of `received`: less or more than the payment if you like. Absent: all of it.',
      ),
    }),
    answer: Simulation,
    requests: {
      received: { summary: 'A transfer made by hand', value: { payment_id: exampleIds.payment, outcome: 'received' } },
      later: { summary: 'Accepted for another day', value: { payment_id: exampleIds.payment, outcome: 'confirmed' } },
      part: {
        summary: 'Too little arrives',
        value: { payment_id: exampleIds.payment, outcome: 'received', amount: '10.00' },
      },
    },
  }),
} as const satisfies Record<string, Operation>
