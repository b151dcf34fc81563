import { z } from 'zod'

/** `overtaken`: not sent, because it no longer applied. */
export const MailState = z.enum(['due', 'sent', 'failed', 'overtaken'])

/** A mail and its state; `to` is null for one to a user of ours. */
export const MailView = z.object({
  id: z.uuid(),
  to: z.string().nullable(),
  state: MailState,
  at: z.iso.datetime(),
})
export type MailView = z.infer<typeof MailView>
