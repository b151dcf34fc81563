const organisationKinds = [
  'invitation',
  'beneficiary_changed',
  'control_changed',
  'endpoint_off',
  'endpoint_failing',
  'key_expiring',
  'payment_held',
  'link',
  'invoice',
  'credit_note',
  'receipt',
] as const
const personKinds = [
  'notice',
  'household_invitation',
  'bank_linked',
  'transfer_executed',
  'transfer_refused',
  'standing_order_ended',
  'weekly_summary',
  'alerts',
] as const
/** Also to unconfirmed addresses. */
const securityKinds = [
  'verify_email',
  'sign_up_repeated',
  'reset_password',
  'password_changed',
  'security_changed',
  'change_email',
] as const
const operatorKinds = [
  'certificate_ending',
  'payment_alarm',
  'audit_broken',
  'readings_rest',
  'readings_fail',
  'activation_waits',
] as const

export const mailKinds = [...organisationKinds, ...personKinds, ...securityKinds, ...operatorKinds] as const
export type MailKind = (typeof mailKinds)[number]
export type OrganisationMailKind = (typeof organisationKinds)[number]
export type SecurityMailKind = (typeof securityKinds)[number]
export type OperatorMailKind = (typeof operatorKinds)[number]

/** One can opt out of these. */
const wished: readonly MailKind[] = [
  'notice',
  'endpoint_failing',
  'payment_held',
  'bank_linked',
  'transfer_executed',
  'transfer_refused',
  'standing_order_ended',
]

export function isWishedKind(kind: MailKind): boolean {
  return wished.includes(kind)
}

export function isSecurityKind(kind: MailKind): boolean {
  return securityKinds.some(one => one === kind)
}

export function isOperatorKind(kind: MailKind): kind is OperatorMailKind {
  return operatorKinds.some(one => one === kind)
}

const minuteMs = 60_000
const longestGapMs = 60 * minuteMs
/** RFC 5321 § 4.5.4.1. */
const giveUpMs = 5 * 24 * 60 * minuteMs

/**
 * Milliseconds: half a minute, doubling to an hour, half of it random (`random` 0 to below 1). Null after five days.
 */
export function mailGapMs({ tries, ageMs, random }: { tries: number; ageMs: number; random: number }): number | null {
  if (ageMs >= giveUpMs) return null
  const gapMs = Math.min(longestGapMs, (minuteMs / 2) * 2 ** Math.min(tries - 1, 16))
  return Math.round((gapMs * (1 + random)) / 2)
}

type Ended = { readonly state: string; readonly finishedAt: Date | null }

/** Null if the last was delivered. */
export function failingSince(mails: readonly Ended[]): Date | null {
  const times = (state: string) =>
    mails.flatMap(mail => (mail.state === state && mail.finishedAt ? [mail.finishedAt.getTime()] : []))
  const lastSent = Math.max(...times('sent'), 0)
  const failed = times('failed').filter(at => at > lastSent)
  return failed.length === 0 ? null : new Date(Math.min(...failed))
}
