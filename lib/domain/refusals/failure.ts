/** Every way a step can fail: through the person, the bank, or us. Message files are typed by it. */

/** At the bank, before it gave us anything. */
export const withoutGrant = [
  'refused_by_person',
  'timed_out_at_bank',
  'password_locked',
  'code_locked',
  'subscription_ended',
  'overtaken',
  'not_agreed',
] as const

export type Blame = 'person' | 'bank' | 'us'

/** Who ended a link flow without a connection; null: the bank did not say. */
export const linkBlame = {
  refused_by_person: 'person',
  timed_out_at_bank: 'person',
  password_locked: 'bank',
  code_locked: 'bank',
  subscription_ended: 'bank',
  overtaken: null,
  not_agreed: null,
  bank_error: 'bank',
  our_fault: 'us',
  expired: 'person',
  already_used: 'person',
  unknown_link: 'person',
  wrong_bank: 'bank',
  answer_lost: 'bank',
  quarantine_expired: 'person',
  no_accounts: 'bank',
  other_login: 'person',
} as const satisfies Readonly<Record<string, Blame | null>>
export type LinkFailure = keyof typeof linkBlame
export const linkFailures = Object.keys(linkBlame) as LinkFailure[]

/** problem+json `code`. */
export const refusals = [
  'not_found',
  'not_signed_in',
  'invalid_input',
  'too_many_tries',
  'reauthentication_required',
  'wrong_credentials',
  'address_not_confirmed',
  'bank_unknown',
  'bank_unavailable',
  'bank_paused',
  'bank_crowded',
  'bank_refused',
  'bank_answer_unusable',
  'bank_sends_too_much',
  'bank_asked_too_often',
  'bank_quota_used',
  'consent_expired',
  'consent_revoked',
  'consent_not_given',
  'consent_changed_meanwhile',
  'connection_gone',
  'busy',
  'fallback_not_offered',
  'wrong_code',
  'not_allowed',
  'payment_under_way',
  'payment_over',
  'payment_not_cancellable',
  'key_not_valid',
  'key_expired',
  'key_scope_missing',
  'address_not_allowed',
  'idempotency_key_needed',
  'idempotency_key_reused',
  'idempotency_under_way',
  'beneficiary_missing',
  'organisation_not_activated',
  'organisation_suspended',
  'payment_limit_reached',
  'mails_off',
  'our_fault',
] as const
export type Refusal = (typeof refusals)[number]

/** The others are up to the person or the bank. */
export const ourRefusals: readonly Refusal[] = [
  'busy',
  'organisation_suspended',
  'payment_limit_reached',
  'mails_off',
  'our_fault',
]

/** In the order a merchant does them. */
export const activationSteps = [
  'address',
  'company',
  'business',
  'representative',
  'account',
  'contract',
  'review',
] as const
export type ActivationStep = (typeof activationSteps)[number]

export const liveLimitNames = ['payment', 'day', 'month'] as const
export type LiveLimitName = (typeof liveLimitNames)[number]
