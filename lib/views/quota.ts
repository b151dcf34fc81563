import { z } from 'zod'

/** ISO 8601. */
export const QuotaView = z.object({
  used: z.number().int(),
  /** One is a reserve. */
  limit: z.number().int(),
  left: z.number().int(),
  /** 429, TMRQ. */
  pausedUntil: z.string().nullable(),
  /** Null: can't be asked. */
  nextAt: z.string().nullable(),
  /** For display. */
  nextIs: z.enum(['now', 'today', 'tomorrow', 'later']).nullable(),
})
export type QuotaView = z.infer<typeof QuotaView>
