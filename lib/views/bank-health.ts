import { z } from 'zod'

/** The state of a bank's interface, for pages and operators. Times are ISO 8601. */
export const BankHealthView = z.object({
  code: z.string(),
  name: z.string(),
  /** `down`: the breaker is open. `probing`: one call is testing it. */
  state: z.enum(['up', 'down', 'probing']),
  downSince: z.string().nullable(),
  /** No calls before this, except emergency access by people. */
  retryAt: z.string().nullable(),
  failedProbes: z.number().int(),
  /** Operation and code, status or timeout of the call that opened the breaker. */
  reason: z.string().nullable(),
  /** When it last came back. */
  recoveredAt: z.string().nullable(),
  fallback: z.object({
    /** The operator's switch. */
    allowed: z.boolean(),
    /** What people are offered now. */
    offered: z.boolean(),
    because: z.enum(['interface_is_up', 'not_down_long_enough', 'switched_off']).nullable(),
    /** When emergency access will be offered if the bank stays down; null if the interface is up. */
    offeredFrom: z.string().nullable(),
    changedBy: z.string().nullable(),
    changedAt: z.string().nullable(),
  }),
})
export type BankHealthView = z.infer<typeof BankHealthView>
