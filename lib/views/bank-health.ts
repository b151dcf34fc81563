import { z } from 'zod'

/** How a bank's interface does, as pages and operators see it. Times are ISO 8601. */
export const BankHealthView = z.object({
  code: z.string(),
  name: z.string(),
  /** `down`: the breaker is open. `probing`: one call is asking whether it is back. */
  state: z.enum(['up', 'down', 'probing']),
  downSince: z.string().nullable(),
  /** No call before, except people's own emergencies. */
  retryAt: z.string().nullable(),
  failedProbes: z.number().int(),
  /** Operation and code, status or silence of the call that opened the breaker. */
  reason: z.string().nullable(),
  /** When it last came back. */
  recoveredAt: z.string().nullable(),
  fallback: z.object({
    /** The operator's switch. */
    allowed: z.boolean(),
    /** What people are offered now. */
    offered: z.boolean(),
    because: z.enum(['interface_is_up', 'not_down_long_enough', 'switched_off']).nullable(),
    /** When the offer begins if nothing changes; null when the interface is up. */
    offeredFrom: z.string().nullable(),
    changedBy: z.string().nullable(),
    changedAt: z.string().nullable(),
  }),
})
export type BankHealthView = z.infer<typeof BankHealthView>
