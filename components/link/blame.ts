import type { Blame, LinkFailure, Refusal } from '#lib/domain/failure.ts'

/** Who it was when a trip to a bank ended without a connection. */
export const linkBlame: Record<LinkFailure, Blame> = {
  refused_by_person: 'person',
  timed_out_at_bank: 'person',
  bank_error: 'bank',
  our_fault: 'us',
  expired: 'person',
  already_used: 'person',
  unknown_link: 'person',
  wrong_bank: 'bank',
  answer_lost: 'bank',
  quarantine_expired: 'person',
  no_accounts: 'bank',
  already_linked: 'person',
}

/** Who it was when a service said no. */
export const refusalBlame: Record<Refusal, Blame> = {
  not_found: 'person',
  not_signed_in: 'person',
  invalid_input: 'person',
  too_many_tries: 'person',
  reauthentication_required: 'person',
  wrong_credentials: 'person',
  bank_unknown: 'person',
  bank_unavailable: 'bank',
  bank_refused: 'bank',
  bank_quota_used: 'bank',
  consent_expired: 'person',
  consent_revoked: 'person',
  consent_not_given: 'person',
  consent_changed_meanwhile: 'person',
  connection_gone: 'person',
  busy: 'us',
  our_fault: 'us',
}
