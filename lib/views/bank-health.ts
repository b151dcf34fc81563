import { z } from 'zod'

/** ISO 8601. */
export const BankHealthView = z.object({
  code: z.string(),
  name: z.string(),
  /** `down`: breaker open; `probing`: one call tests it. */
  state: z.enum(['up', 'down', 'probing']),
  downSince: z.string().nullable(),
  /** Except emergency access. */
  retryAt: z.string().nullable(),
  failedProbes: z.number().int(),
  /** Of the call that opened the breaker. */
  reason: z.string().nullable(),
  recoveredAt: z.string().nullable(),
  fallback: z.object({
    /** By the operator. */
    allowed: z.boolean(),
    offered: z.boolean(),
    because: z.enum(['interface_is_up', 'not_down_long_enough', 'switched_off']).nullable(),
    /** If it stays down; null if up. */
    offeredFrom: z.string().nullable(),
    changedBy: z.string().nullable(),
    changedAt: z.string().nullable(),
  }),
})
export type BankHealthView = z.infer<typeof BankHealthView>
