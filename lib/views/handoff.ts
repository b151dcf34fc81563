import { z } from 'zod'
import { handoffStatuses } from '#lib/domain/consent/handoff.ts'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import { BankView } from './banking.ts'

/** A link flow continued on a phone, as seen by the computer that started it. Times are ISO 8601. */
export const HandoffView = z.object({
  id: z.string(),
  bank: BankView,
  status: z.enum(handoffStatuses),
  failure: z.enum(linkFailures).nullable(),
  /** The resulting connection; null before it exists. */
  connectionId: z.string().nullable(),
  /** Until when a phone may begin. */
  expiresAt: z.string(),
  /** Until when the code may be typed. */
  quarantinedUntil: z.string().nullable(),
  triesLeft: z.number().int(),
})
export type HandoffView = z.infer<typeof HandoffView>

/** The same as seen by the phone that scanned the QR code: who asks, for which bank. */
export const PhoneView = z.object({
  bank: BankView,
  /** `c…@guichet.example`: the user whose account would get the connection. */
  asker: z.string(),
  expiresAt: z.string(),
  appToApp: z.boolean(),
})
export type PhoneView = z.infer<typeof PhoneView>
