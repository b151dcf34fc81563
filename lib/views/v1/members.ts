import { cleanText } from '@guichet/values/text/clean.ts'
import { multiLine, singleLine, storableDay } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { type PaidBy, paidWays } from '#lib/domain/payments/order/paid.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'

/** What the nouns of the API share. snake_case, decimal strings, ISO 8601. */

export const Instant = z.iso.datetime().meta({ examples: ['2026-11-21T09:30:00.000Z'] })
export const Id = z.uuid()
export const Mode = z.enum(apiModes).describe('`test` payments go to the sandbox, `live` ones to banks.')
export const Currency = z.literal('EUR')
export const Amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be a decimal string such as 12.34')
  .meta({ description: 'Decimal string with at most two decimals, up to 999999999.99.', examples: ['12.34'] })
export const SignedAmount = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,2})?$/, 'must be a decimal string such as 12.34 or -5.00')
  .meta({ description: 'Decimal string with at most two decimals; negative for a discount.', examples: ['12.34'] })
/** Of an answer. */
export const Signed = z.string().meta({ examples: ['12.34'] })
const isSeen = (text: string) => /[^\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(cleanText(text, 1_000))
const visible = (text: z.ZodString) =>
  text.trim().min(1, { abort: true, error: 'must not be empty' }).refine(isSeen, 'must have a visible character')
export const Text = (max: number) => visible(singleLine(max))
export const Lines = (max: number) => visible(multiLine(max))
export const Url = singleLine(500)
export const Metadata = z
  .record(singleLine(40).min(1), multiLine(500))
  .refine(data => Object.keys(data).length <= 20, 'has at most 20 members')
  .describe('Your own data about it, at most 20 members. Nobody but you sees it.')

export const Status = z
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

export const Paging = {
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('How many on a page.'),
  cursor: singleLine(200).optional().describe('The `next_cursor` of the previous page.'),
}
export const Created = {
  created_from: storableDay.optional().describe('Day in Paris, included.'),
  created_to: storableDay.optional().describe('Day in Paris, included.'),
}
export const StatusFilter = z.enum(orderStatuses).optional()
export const ReferenceFilter = singleLine(140)
  .overwrite(text => cleanText(text, 140))
  .optional()
  .describe('Exactly this reference.')
export const MetadataFilter = singleLine(541)
  .regex(/^.{1,40}:/, 'must be a member and its value such as cart:7')
  .optional()
  .describe('Exactly this member of your metadata and its value, as `cart:7`.')

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ object: z.literal('list'), data: z.array(item), next_cursor: z.string().nullable() })

/** A test compares the examples with the running API. */
export const exampleIds = {
  payment: '6f0d3b0e-3c53-4a63-9a3d-2a7b3d1f8c11',
  attempt: 'b0b9f3a4-6d0c-4c53-8f0a-7f1f0e3f5a22',
  link: 'd4a0f2b7-51c8-4d0b-9e6b-0c2f7d9be833',
  refund: '0e5a6f1c-98f2-4f4e-8a52-6b1f4f3bd744',
  endpoint: '91c4f7a2-2a19-4d6e-b1f5-3f8f6a0c9e55',
  delivery: '3d7e1f58-7c0a-4b92-8e63-5a9d2c4b1f66',
  invoice: '5c1f7d20-6a3e-4c8b-9f41-7e2d0b8a6c77',
  credit: '7a2e9c31-0b5d-4f6c-8e13-4d7f1a9b3e88',
  event: 'msg_a8f3c1d2-4b5e-4f60-9c7d-8e1f2a3b4c77',
} as const

export const exampleTimes = {
  created: '2026-11-21T09:30:00.000Z',
  finished: '2026-11-21T09:31:12.000Z',
  expires: '2026-11-22T09:30:00.000Z',
} as const

/** Of `orderFields`. */
export const exampleOrder = {
  mode: 'test',
  amount: '24.90',
  currency: 'EUR',
  reference: 'Order 4711',
  description: 'Two books',
  paid: false,
  paid_by: null,
  received_amount: '0.00',
  created_at: exampleTimes.created,
} as const
