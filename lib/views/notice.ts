import { z } from 'zod'
import { NoticeFacts, noticeKinds } from '#lib/domain/people/notice.ts'

/** One notice as home shows it. `path` leads to the step it asks for; `createdAt` is ISO 8601. */
export const NoticeView = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  facts: NoticeFacts,
  connectionId: z.string().nullable(),
  path: z.string(),
  createdAt: z.string(),
})
export type NoticeView = z.infer<typeof NoticeView>

/** What a person wants by mail. `mailOn`: there is a mail server. */
export type MailSettingsView = {
  readonly mailNotices: boolean
  readonly mailOn: boolean
  /** ISO 8601; null while mails to their address arrive. */
  readonly failingSince: string | null
}
