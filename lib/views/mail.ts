import { z } from 'zod'

/** `overtaken`: not sent, because it no longer applied. */
export const MailState = z.enum(['due', 'sent', 'failed', 'overtaken'])

/**
 * What became of a mail to a typed address. `off`: no mail server. `test`: in test mode, and no member's address. `name`: the organisation's
 * name misleads, and nobody has checked it yet. `limit`: too many to this address.
 */
export const MailOutcome = z.enum(['queued', 'off', 'test', 'name', 'limit'])
export type MailOutcome = z.infer<typeof MailOutcome>

/** A mail and its state; `to` is null for one to a user of ours. */
export const MailView = z.object({
  id: z.uuid(),
  to: z.string().nullable(),
  state: MailState,
  at: z.iso.datetime(),
})
export type MailView = z.infer<typeof MailView>
