import { examples } from '@guichet/api-reference/openapi.ts'
import { z } from 'zod'
import { pageOf, Signed } from './members.ts'
import { type Operation, operation } from './operation.ts'

export const SettlementDay = z
  .object({
    object: z.literal('settlement_day'),
    day: z.iso.date(),
    currency: z.string(),
    executed: Signed.describe('Payments that the payers’ banks executed.'),
    transferred: Signed.describe('What arrived for payments made by hand.'),
    received: Signed.describe('Credits of your account that match payments.'),
    short: Signed.describe('What is missing of payments received in part.'),
    unknown: Signed.describe('Credits that match no payment.'),
    refunded: Signed,
    net: Signed.describe('Executed and transferred, less refunded.'),
  })
  .meta({ id: 'SettlementDay' })
  .register(examples, {
    example: {
      object: 'settlement_day',
      day: '2026-11-21',
      currency: 'EUR',
      executed: '24.90',
      transferred: '0.00',
      received: '24.90',
      short: '0.00',
      unknown: '0.00',
      refunded: '-10.00',
      net: '14.90',
    },
  })

export const settlementDays = {
  listSettlementDays: operation('get', '/settlement-days', 'settlement.read', {
    summary: 'List the days of a month',
    description: 'What came in and went out each day of a month, in Paris time, newest first. A month is one page.',
    query: z.strictObject({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
        .optional()
        .describe('Absent: the current one. A month to come is empty.'),
    }),
    answer: pageOf(SettlementDay),
  }),
} as const satisfies Record<string, Operation>
