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

/** HTTP status by the `code` of problem+json. */
export const refusalStatus = {
  not_found: 404,
  not_signed_in: 401,
  invalid_input: 422,
  too_many_tries: 429,
  reauthentication_required: 403,
  wrong_credentials: 403,
  address_not_confirmed: 403,
  bank_unknown: 404,
  bank_unavailable: 503,
  bank_paused: 503,
  bank_crowded: 503,
  bank_refused: 502,
  bank_answer_unusable: 502,
  bank_sends_too_much: 502,
  bank_asked_too_often: 429,
  bank_quota_used: 429,
  consent_expired: 409,
  consent_revoked: 409,
  consent_not_given: 403,
  consent_changed_meanwhile: 409,
  connection_gone: 410,
  busy: 503,
  fallback_not_offered: 409,
  wrong_code: 403,
  not_allowed: 403,
  payment_under_way: 409,
  payment_over: 409,
  payment_not_cancellable: 409,
  payment_refunded: 409,
  key_not_valid: 401,
  key_expired: 401,
  key_scope_missing: 403,
  address_not_allowed: 403,
  idempotency_key_needed: 400,
  idempotency_key_reused: 422,
  idempotency_under_way: 409,
  beneficiary_missing: 409,
  organisation_not_activated: 403,
  organisation_suspended: 403,
  payment_limit_reached: 409,
  mails_off: 409,
  our_fault: 500,
} as const
export type Refusal = keyof typeof refusalStatus
export const refusals = Object.keys(refusalStatus) as [Refusal, ...Refusal[]]

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
