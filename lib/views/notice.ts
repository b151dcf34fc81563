export type MailSettingsView = {
  readonly mailNotices: boolean
  readonly weeklySummary: boolean
  readonly mailOn: boolean
  /** Null while delivered. */
  readonly failingSince: string | null
}
