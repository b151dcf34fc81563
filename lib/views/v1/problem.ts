import { z } from 'zod'
import { cancellationConditions } from '#lib/domain/payments/attempt/cancellation.ts'
import { activationSteps, liveLimitNames } from '#lib/domain/refusals/failure.ts'
import { apiErrorCodes } from './errors.ts'
import { Amount } from './members.ts'

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
    conditions: z
      .array(z.object({ condition: z.enum(cancellationConditions), holds: z.boolean() }))
      .optional()
      .describe('For a payment that can’t be cancelled: each condition by name.'),
    request_id: z.string(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
