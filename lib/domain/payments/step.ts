import type { AttemptStatus } from './attempt.ts'

/** The next step of an attempt, derived from its row only, so that any process can continue after a crash. */
export const paymentSteps = [
  /** The creation was never answered: given up (bank:D43). */
  'give_up',
  /** Exchange the callback's code, which is valid for a minute. */
  'trade_code',
  /** Read the bank's copy, and confirm if it is what we requested. */
  'confirm',
  /** Ask the bank how it stands. */
  'read',
  /** Ask once more, then stop waiting for a payer who approved and did not come back. */
  'let_go',
  /** Ask once more, then expire: it was never confirmed. */
  'expire',
] as const
export type PaymentStep = (typeof paymentSteps)[number]

export type AttemptFacts = {
  readonly status: AttemptStatus
  /** The callback brought a code that was not exchanged yet. */
  readonly hasCode: boolean
  /** A code was exchanged, or was about to be when the process crashed: it is never sent again. */
  readonly codeUsed: boolean
  /** A valid token for the confirmation. */
  readonly hasToken: boolean
  readonly isExpired: boolean
  /** The time for the next look has come. */
  readonly isDue: boolean
  /** The PSU authorised so long ago that no code can come any more. */
  readonly isCodeOver: boolean
}

/** The next step; null if nothing is due. Codes and tokens are used at once, everything else when due. */
export function nextPaymentStep(facts: AttemptFacts): PaymentStep | null {
  const { status, hasCode, codeUsed, hasToken, isExpired, isDue, isCodeOver } = facts
  switch (status) {
    case 'created':
    case 'sending':
      return isDue ? 'give_up' : null
    case 'redirected':
    case 'authorised':
      if (hasToken && status === 'authorised') return 'confirm'
      if (hasCode && !codeUsed) return 'trade_code'
      if (isExpired) return 'expire'
      if (!isDue) return null
      return status === 'authorised' && isCodeOver && !codeUsed ? 'let_go' : 'read'
    case 'confirming':
      if (!isDue) return null
      return hasToken ? 'confirm' : 'read'
    case 'confirmed':
    case 'held':
      return isDue ? 'read' : null
    case 'executed':
    case 'partly_executed':
    case 'rejected':
    case 'cancelled':
    case 'expired':
    case 'abandoned':
      return null
  }
}
