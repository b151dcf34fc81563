import { z } from 'zod'
import { handoffStatuses } from '#lib/domain/consent/handoff.ts'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import { BankView } from './banking.ts'

/** A link flow that goes on on a phone, as the computer that began it sees it. Times are ISO 8601. */
export const HandoffView = z.object({
  id: z.string(),
  bank: BankView,
  status: z.enum(handoffStatuses),
  failure: z.enum(linkFailures).nullable(),
  /** What came of it. */
  connectionId: z.string().nullable(),
  /** Until when a phone may begin. */
  expiresAt: z.string(),
  /** Until when the code may be typed. */
  quarantinedUntil: z.string().nullable(),
  triesLeft: z.number().int(),
})
export type HandoffView = z.infer<typeof HandoffView>

/** The same for the phone that opened the QR code: who asks, for which bank. */
export const PhoneView = z.object({
  bank: BankView,
  /** `c…@guichet.example`: whose Guichet space the accounts would go to. */
  asker: z.string(),
  expiresAt: z.string(),
  appToApp: z.boolean(),
})
export type PhoneView = z.infer<typeof PhoneView>
