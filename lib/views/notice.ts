/** Mail settings of a person. `mailOn`: there is a mail server. */
export type MailSettingsView = {
  readonly mailNotices: boolean
  readonly weeklySummary: boolean
  readonly mailOn: boolean
  /** ISO 8601; null while mails are delivered. */
  readonly failingSince: string | null
}
