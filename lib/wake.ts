import type { Tx } from './db.ts'

/**
 * Notifies workers. PostgreSQL delivers the notification when the transaction commits, and never after a rollback. Only
 * a hint: nobody may be listening, so workers poll too.
 */

/** The channel of LISTEN and NOTIFY; the payload is the name of a task of `lib/jobs/tasks.ts`. */
export const wakeChannel = 'guichet_work'

/** Makes every process that runs the task poll it at once. */
export async function wakeWorkers(tx: Tx, task: 'mails' | 'webhooks'): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${wakeChannel}, ${task})`
}
