import { randomUUID } from 'node:crypto'
import type { Tx } from '#lib/db.ts'
import { mailEach, pageAt } from '#lib/services/mail/queue.ts'
import type { SecurityEvent } from '#lib/services/mail/words/write.ts'

/** With the change. */
export function mailSecurityChange(tx: Tx, userId: string, event: SecurityEvent): Promise<void> {
  const pages = { page: pageAt('/settings#security'), link: pageAt('/password/forgotten') }
  const about = { kind: 'security_changed', aboutId: userId, key: `${event}:${randomUUID()}` } as const
  return mailEach(tx, { id: userId }, { ...about, words: { template: event, values: {}, ...pages } })
}
