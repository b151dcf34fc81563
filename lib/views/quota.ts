import { z } from 'zod'

/** Today's unattended reads; instants are ISO 8601. */
export const QuotaView = z.object({
  used: z.number().int(),
  /** Of document 1; one of them is a reserve and never planned. */
  limit: z.number().int(),
  /** Planned ones that are left today. */
  left: z.number().int(),
  /** The bank refuses unattended calls until then (429, TMRQ). */
  pausedUntil: z.string().nullable(),
  /** The next planned refresh; null if the bank can't be asked at all. */
  nextAt: z.string().nullable(),
  /** The same for display: in a moment, or on which Paris day. */
  nextIs: z.enum(['now', 'today', 'tomorrow', 'later']).nullable(),
})
export type QuotaView = z.infer<typeof QuotaView>
