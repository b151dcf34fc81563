/** The modules whose functions a test may call in a worker. */
export const modules = {
  'testing/processes/acts.ts': () => import('./acts.ts'),
  'testing/processes/payment-calls.ts': () => import('./payment-calls.ts'),
  'lib/jobs/tasks.ts': () => import('#lib/jobs/tasks.ts'),
  'lib/services/connections/link-sweeps.ts': () => import('#lib/services/connections/link-sweeps.ts'),
  'lib/services/connections/reminders.ts': () => import('#lib/services/connections/reminders.ts'),
  'lib/services/consent/sending.ts': () => import('#lib/services/consent/sending.ts'),
  'lib/services/grants/revocations.ts': () => import('#lib/services/grants/revocations.ts'),
  'lib/services/payments/attempts.ts': () => import('#lib/services/payments/attempts.ts'),
  'lib/services/payments/drive.ts': () => import('#lib/services/payments/drive.ts'),
  'lib/services/payments/orders.ts': () => import('#lib/services/payments/orders.ts'),
  'lib/services/refresh/connection.ts': () => import('#lib/services/refresh/connection.ts'),
}
export type ModuleName = keyof typeof modules
