import { z } from 'zod'
import { NoticeFacts, noticeKinds } from '#lib/domain/people/notice.ts'

/** A notice on home. `path` leads to the step it asks for; `createdAt` is ISO 8601. */
export const NoticeView = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  facts: NoticeFacts,
  connectionId: z.string().nullable(),
  path: z.string(),
  createdAt: z.string(),
})
export type NoticeView = z.infer<typeof NoticeView>

/** Mail settings of a person. `mailOn`: there is a mail server. */
export type MailSettingsView = {
  readonly mailNotices: boolean
  readonly weeklySummary: boolean
  readonly mailOn: boolean
  /** ISO 8601; null while mails are delivered. */
  readonly failingSince: string | null
}
