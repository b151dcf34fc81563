import type { AttemptStatus } from './attempt.ts'

/** What is to be done next about an attempt: a pure reading of its row, so that any process can go on where one died. */
export const paymentSteps = [
  /** Nobody came back with the bank's answer to the creation: given up (D43). */
  'give_up',
  /** Trade the callback's code, which is good for a minute. */
  'trade_code',
  /** Read what the bank holds, and confirm when it is what we asked for. */
  'confirm',
  /** Ask the bank how it stands. */
  'read',
  /** Ask once more, then let it go: it was never confirmed. */
  'expire',
] as const
export type PaymentStep = (typeof paymentSteps)[number]

export type AttemptFacts = {
  readonly status: AttemptStatus
  /** The callback brought a code that was not traded yet. */
  readonly hasCode: boolean
  /** A code was traded, or was about to be when somebody died: it is never sent again. */
  readonly codeUsed: boolean
  /** A token for the confirmation that is still good. */
  readonly hasToken: boolean
  readonly isExpired: boolean
  /** The time for the next look has come. */
  readonly isDue: boolean
}

/** The next step; null when there is nothing to do now. Secrets in hand are used at once, everything else when it is due. */
export function nextPaymentStep(facts: AttemptFacts): PaymentStep | null {
  const { status, hasCode, codeUsed, hasToken, isExpired, isDue } = facts
  switch (status) {
    case 'created':
    case 'sending':
      return isDue ? 'give_up' : null
    case 'redirected':
    case 'authorised':
      if (hasToken && status === 'authorised') return 'confirm'
      if (hasCode && !codeUsed) return 'trade_code'
      if (isExpired) return 'expire'
      return isDue ? 'read' : null
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
