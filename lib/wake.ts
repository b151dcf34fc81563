import type { Tx } from './db.ts'

/**
 * Tells workers that there is something to do. PostgreSQL passes it on when the transaction commits, and never when it is rolled
 * back. Only a hint: nobody may be listening (PgBouncer in transaction mode passes nothing on), so workers look by themselves too.
 */

/** The channel of LISTEN and NOTIFY; what is sent over it is the name of a task of `lib/jobs/tasks.ts`. */
export const wakeChannel = 'guichet_work'

/** Makes every process that runs the task look at once what is due. */
export async function wakeWorkers(tx: Tx, task: 'mails' | 'webhooks'): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${wakeChannel}, ${task})`
}
