import type { Tx } from './db.ts'

/** Delivered at commit, never after a rollback. Only a hint: workers poll too. */

/** Payload: a task of lib/jobs/tasks.ts. */
export const wakeChannel = 'guichet_work'

export async function wakeWorkers(tx: Tx, task: 'mails' | 'webhooks'): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${wakeChannel}, ${task})`
}
