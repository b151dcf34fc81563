import type { AttemptStatus } from './machine.ts'

/** Derived from the row, so that any process can go on after a crash. */
export const paymentSteps = [
  /** Never answered (bank:D43). */
  'give_up',
  /** Valid for a minute. */
  'trade_code',
  /** If it is what we requested. */
  'confirm',
  'read',
  /** Ask once more, then stop waiting for the payer. */
  'let_go',
  /** Ask once more; never confirmed. */
  'expire',
] as const
export type PaymentStep = (typeof paymentSteps)[number]

export type AttemptFacts = {
  readonly status: AttemptStatus
  readonly hasCode: boolean
  /** Or about to be when we crashed: never sent again. */
  readonly codeUsed: boolean
  readonly hasToken: boolean
  readonly isExpired: boolean
  readonly isDue: boolean
  /** No code can come any more. */
  readonly isCodeOver: boolean
}

/** Null if nothing is due. Codes and tokens are used at once. */
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
