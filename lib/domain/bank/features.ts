/** Nothing is asked of a bank that has it not. */
export const bankFeatures = ['owners', 'overdrafts', 'payments', 'instant'] as const
