import { z } from 'zod'

/** `overtaken`: no longer applied. */
export const MailState = z.enum(['due', 'sent', 'failed', 'overtaken'])

/**
 * `off`: no mail server. `test`: no member's address in test mode. `name`: misleading, unchecked. `limit`: too many.
 */
export const MailOutcome = z.enum(['queued', 'off', 'test', 'name', 'limit'])
export type MailOutcome = z.infer<typeof MailOutcome>

/** `to` null: a user. */
export const MailView = z.object({
  id: z.uuid(),
  to: z.string().nullable(),
  state: MailState,
  at: z.iso.datetime(),
})
export type MailView = z.infer<typeof MailView>
