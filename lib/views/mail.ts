/** `overtaken`: no longer applied. */
export type MailState = 'due' | 'sent' | 'failed' | 'overtaken'

/**
 * `off`: no mail server. `test`: no member's address in test mode. `name`: misleading, unchecked. `limit`: too many.
 */
export type MailOutcome = 'queued' | 'off' | 'test' | 'name' | 'limit'

/** `to` null: a user. */
export type MailView = {
  id: string
  to: string | null
  state: MailState
  at: string
}
