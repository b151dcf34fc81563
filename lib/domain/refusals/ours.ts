import type { Refusal } from './failure.ts'

/** The others are up to the person or the bank. */
export const ourRefusals: readonly Refusal[] = [
  'busy',
  'organisation_suspended',
  'payment_limit_reached',
  'mails_off',
  'our_fault',
]
