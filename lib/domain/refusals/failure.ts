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

export const linkFailures = [
  ...withoutGrant,
  'bank_error',
  'our_fault',
  'expired',
  'already_used',
  'unknown_link',
  'wrong_bank',
  'answer_lost',
  'quarantine_expired',
  'no_accounts',
  'other_login',
] as const
export type LinkFailure = (typeof linkFailures)[number]

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

export type Blame = 'person' | 'bank' | 'us'

export type Verdict = { readonly blame: Blame; readonly retry: boolean }

const by = (blame: Blame, retry: boolean): Verdict => ({ blame, retry })

/** Null: the bank did not say who ended it. */
type LinkVerdict = { readonly blame: Blame | null; readonly retry: boolean }

/** `retry`: from the directory. */
export const linkFailureVerdicts: { readonly [failure in LinkFailure]: LinkVerdict } = {
  refused_by_person: by('person', true),
  timed_out_at_bank: by('person', true),
  password_locked: by('bank', false),
  code_locked: by('bank', false),
  subscription_ended: by('bank', false),
  overtaken: { blame: null, retry: true },
  not_agreed: { blame: null, retry: true },
  bank_error: by('bank', true),
  our_fault: by('us', true),
  expired: by('person', true),
  already_used: by('person', false),
  unknown_link: by('person', true),
  wrong_bank: by('bank', true),
  answer_lost: by('bank', true),
  quarantine_expired: by('person', true),
  no_accounts: by('bank', false),
  other_login: by('person', true),
}

export const refusalVerdicts: { readonly [refusal in Refusal]: Verdict } = {
  not_found: by('person', false),
  not_signed_in: by('person', false),
  invalid_input: by('person', false),
  too_many_tries: by('person', true),
  reauthentication_required: by('person', false),
  wrong_credentials: by('person', true),
  address_not_confirmed: by('person', false),
  bank_unknown: by('person', false),
  bank_unavailable: by('bank', true),
  bank_paused: by('bank', true),
  bank_crowded: by('bank', true),
  bank_refused: by('bank', false),
  bank_answer_unusable: by('bank', true),
  bank_sends_too_much: by('bank', false),
  bank_asked_too_often: by('bank', true),
  bank_quota_used: by('bank', true),
  consent_expired: by('person', false),
  consent_revoked: by('person', false),
  consent_not_given: by('person', false),
  consent_changed_meanwhile: by('person', true),
  connection_gone: by('person', false),
  busy: by('us', true),
  fallback_not_offered: by('bank', false),
  wrong_code: by('person', true),
  not_allowed: by('person', false),
  payment_under_way: by('person', false),
  payment_over: by('person', false),
  payment_not_cancellable: by('bank', false),
  key_not_valid: by('person', false),
  key_expired: by('person', false),
  key_scope_missing: by('person', false),
  address_not_allowed: by('person', false),
  idempotency_key_needed: by('person', false),
  idempotency_key_reused: by('person', false),
  idempotency_under_way: by('person', true),
  beneficiary_missing: by('person', false),
  organisation_not_activated: by('person', false),
  organisation_suspended: by('us', false),
  payment_limit_reached: by('us', false),
  mails_off: by('us', false),
  our_fault: by('us', true),
}
