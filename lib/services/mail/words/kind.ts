/** The closed list of mail kinds and how long each is retried; the outbox has a rule of validity for each. */

/** To an organisation's members, and on its behalf to others. */
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
/** To a person, and from a person to a guest. */
const personKinds = [
  'notice',
  'household_invitation',
  'bank_linked',
  'transfer_executed',
  'transfer_refused',
  'standing_order_ended',
  'weekly_summary',
] as const
/** About the account itself, also sent to unconfirmed addresses. */
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

/** Mails one can opt out of; the others are about rights and money. */
const wished: readonly MailKind[] = [
  'notice',
  'endpoint_failing',
  'payment_held',
  'bank_linked',
  'transfer_executed',
  'transfer_refused',
  'standing_order_ended',
]

/** Whether people who opted out of notices do not get this kind. */
export function isWishedKind(kind: MailKind): boolean {
  return wished.includes(kind)
}

/** Whether a kind is also sent to an unconfirmed address. */
export function isSecurityKind(kind: MailKind): boolean {
  return securityKinds.some(one => one === kind)
}

/** Whether a kind is for operators alone. */
export function isOperatorKind(kind: MailKind): kind is OperatorMailKind {
  return operatorKinds.some(one => one === kind)
}

const minuteMs = 60_000
const longestGapMs = 60 * minuteMs
/** How long an unreachable server is retried (RFC 5321 § 4.5.4.1: at least four to five days). */
const giveUpMs = 5 * 24 * 60 * minuteMs

/**
 * Milliseconds until the next try of a mail that was not accepted, after `tries` of them: half a minute, doubling to an hour; the
 * second half of each pause is random (`random` from 0 to below 1). Null after five days.
 */
export function mailGapMs({ tries, ageMs, random }: { tries: number; ageMs: number; random: number }): number | null {
  if (ageMs >= giveUpMs) return null
  const gapMs = Math.min(longestGapMs, (minuteMs / 2) * 2 ** Math.min(tries - 1, 16))
  return Math.round((gapMs * (1 + random)) / 2)
}

type Ended = { readonly state: string; readonly finishedAt: Date | null }

/** Since when mails to one address fail: the first given up after the last delivered; null if the last was delivered. */
export function failingSince(mails: readonly Ended[]): Date | null {
  const times = (state: string) =>
    mails.flatMap(mail => (mail.state === state && mail.finishedAt ? [mail.finishedAt.getTime()] : []))
  const lastSent = Math.max(...times('sent'), 0)
  const failed = times('failed').filter(at => at > lastSent)
  return failed.length === 0 ? null : new Date(Math.min(...failed))
}
