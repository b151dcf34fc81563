import { z } from 'zod'

/** A line that the bank gave and no longer gives. */
export const TakenBackLine = z.object({
  id: z.uuid(),
  label: z.string(),
  day: z.iso.date(),
  amount: z.string(),
  currency: z.string(),
  /** When it was noticed, ISO 8601. */
  at: z.string(),
})
export type TakenBackLine = z.infer<typeof TakenBackLine>
