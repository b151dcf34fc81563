import { z } from 'zod'

/** Today's readings without the person, as pages show them; instants are ISO 8601. */
export const QuotaView = z.object({
  used: z.number().int(),
  /** Of document 1; one of them is a reserve and never planned. */
  limit: z.number().int(),
  /** Planned ones that are left today. */
  left: z.number().int(),
  /** The bank asked not to be called without the person until then (429, TMRQ). */
  pausedUntil: z.string().nullable(),
  /** When the next one is planned; null when the bank can't be asked at all. */
  nextAt: z.string().nullable(),
  /** How a person says that: in a moment, or the Paris day it is on. */
  nextIs: z.enum(['now', 'today', 'tomorrow', 'later']).nullable(),
})
export type QuotaView = z.infer<typeof QuotaView>
