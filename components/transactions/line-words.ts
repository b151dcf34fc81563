/** What lists of transactions and their dialogs say (`ClientWords`). */
export const lineWords = [
  'accounts.categories',
  'accounts.codes',
  'accounts.fields',
  'accounts.statusMeanings',
  'accounts.statuses',
  'accounts.transactions',
  'accounts.unknownStatus',
  'failures',
  'transactions',
] as const
