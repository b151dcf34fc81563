import { z } from 'zod'
import { handoffStatuses } from '#lib/domain/consent/handoff.ts'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import { BankView } from './banking.ts'

/** ISO 8601. */
export const HandoffView = z.object({
  id: z.string(),
  bank: BankView,
  status: z.enum(handoffStatuses),
  failure: z.enum(linkFailures).nullable(),
  connectionId: z.string().nullable(),
  expiresAt: z.string(),
  quarantinedUntil: z.string().nullable(),
  triesLeft: z.number().int(),
})
export type HandoffView = z.infer<typeof HandoffView>

export const PhoneView = z.object({
  bank: BankView,
  /** `c…@guichet.example`. */
  asker: z.string(),
  expiresAt: z.string(),
  appToApp: z.boolean(),
})
export type PhoneView = z.infer<typeof PhoneView>
