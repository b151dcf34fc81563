import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import { mailEach, pageAt } from '#lib/services/mail/queue.ts'
import type { AppEvent, MailWords } from '#lib/services/mail/words/write.ts'

type About = { readonly template: AppEvent; readonly appId: string; readonly name: string; readonly until?: Date }

/** Once per app and event. */
export function mailAppChange(tx: Tx, userId: string, { template, appId, name, until = now() }: About): Promise<void> {
  const page = pageAt(`/settings/apps/${appId}`)
  const words: MailWords = { template, values: { name: { stranger: name }, until }, page }
  const key = `${template}:${appId}:${until.getTime()}`
  return mailEach(tx, { id: userId }, { kind: 'security_changed', aboutId: appId, key, words })
}
