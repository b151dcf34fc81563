/**
 * Every way in which a step of ours can fail, as a noun. Whoever shows one says who failed: the person's own choice,
 * the bank, or we. A new one can't be added without its words: the message files are typed by this list.
 */

/** The bank's codes of document 1, error table. */
export const bankCodes = [
  'AC01',
  'AC04',
  'AC06',
  'BE05',
  'BADS',
  'ENDE',
  'FF01',
  'INTE',
  'INTS',
  'IPGN',
  'IPSU',
  'NAAC',
  'NGAC',
  'NIMP',
  'TMRQ',
  'RENF',
  'CDNA',
] as const
export type BankCode = (typeof bankCodes)[number]

/** How a trip to a bank can end without a connection. */
export const linkFailures = [
  'refused_by_person',
  'timed_out_at_bank',
  'bank_error',
  'our_fault',
  'expired',
  'already_used',
  'unknown_link',
  'wrong_bank',
  'answer_lost',
  'quarantine_expired',
  'no_accounts',
  'already_linked',
] as const
export type LinkFailure = (typeof linkFailures)[number]

/** Refusals of our services, as problem+json `code` and as a sentence. */
export const refusals = [
  'not_found',
  'not_signed_in',
  'invalid_input',
  'too_many_tries',
  'reauthentication_required',
  'wrong_credentials',
  'bank_unknown',
  'bank_unavailable',
  'bank_refused',
  'bank_quota_used',
  'consent_expired',
  'consent_revoked',
  'consent_not_given',
  'consent_changed_meanwhile',
  'connection_gone',
  'busy',
  'our_fault',
] as const
export type Refusal = (typeof refusals)[number]

export type Blame = 'person' | 'bank' | 'us'
