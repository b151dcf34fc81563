import type { ActivationState } from '#lib/domain/merchant/activation.ts'

/** The tone of the badge of each state, for merchants and operators alike. */
export const stateTones = {
  test_only: 'neutral',
  in_review: 'info',
  declined: 'warning',
  active: 'success',
  paused: 'warning',
} as const satisfies Readonly<Record<ActivationState, string>>
