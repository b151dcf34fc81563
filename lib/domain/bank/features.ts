/** What a bank's interface may offer beyond balances and transactions: nothing is asked of a bank that does not. */
export const bankFeatures = ['owners', 'overdrafts', 'payments', 'instant'] as const
