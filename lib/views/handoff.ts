import type { handoffStatuses } from '#lib/domain/consent/handoff.ts'
import type { linkFailures } from '#lib/domain/refusals/failure.ts'
import type { BankView } from './banking.ts'

/** ISO 8601. */
export type HandoffView = {
  id: string
  bank: BankView
  status: (typeof handoffStatuses)[number]
  failure: (typeof linkFailures)[number] | null
  connectionId: string | null
  expiresAt: string
  quarantinedUntil: string | null
  triesLeft: number
}

export type PhoneView = {
  bank: BankView
  /** `c…@guichet.example`. */
  asker: string
  expiresAt: string
  appToApp: boolean
}
