import { z } from 'zod'

/** `overtaken`: it was not sent, for what it said held no more. */
export const MailState = z.enum(['due', 'sent', 'failed', 'overtaken'])

/** A mail and what became of it; `to` is null for one to an account of ours. */
export const MailView = z.object({
  id: z.uuid(),
  to: z.string().nullable(),
  state: MailState,
  at: z.iso.datetime(),
})
export type MailView = z.infer<typeof MailView>
