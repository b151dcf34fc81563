import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import { nameBrowser } from '#lib/domain/requests/name-browser.ts'
import { mailEach, pageAt } from '#lib/services/mail/queue.ts'
import type { MailWords, SecurityEvent } from '#lib/services/mail/words/write.ts'

/** With the change. */
export function mailSecurityChange(tx: Tx, userId: string, event: Exclude<SecurityEvent, 'new_device'>): Promise<void> {
  return mailSecurity(tx, userId, { template: event, values: {}, ...pages() })
}

/** We don't know where it is, so the mail doesn't say. */
export function mailNewDevice(tx: Tx, userId: string, userAgent: string | null): Promise<void> {
  const { browser, system } = nameBrowser(userAgent)
  const values = { at: now(), browser: [browser, system].filter(Boolean).join(', ') || null }
  return mailSecurity(tx, userId, { template: 'new_device', values, ...pages() })
}

const pages = () => ({ page: pageAt('/settings#security'), link: pageAt('/password/forgotten') })

function mailSecurity(tx: Tx, userId: string, words: MailWords): Promise<void> {
  const key = `${words.template}:${randomUUID()}`
  return mailEach(tx, { id: userId }, { kind: 'security_changed', aboutId: userId, key, words })
}
