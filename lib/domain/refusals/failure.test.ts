import { describe, expect, test } from 'vitest'
import { linkFailures, linkFailureVerdicts, refusals, refusalVerdicts } from './failure.ts'

describe('verdicts', () => {
  test('each failure has one, and there are no others', () => {
    expect(Object.keys(linkFailureVerdicts).sort()).toEqual([...linkFailures].sort())
    expect(Object.keys(refusalVerdicts).sort()).toEqual([...refusals].sort())
  })

  test('a link that failed can be started again, unless the bank would answer the same', () => {
    const final = Object.entries(linkFailureVerdicts).filter(([, { retry }]) => !retry)
    expect(final.map(([failure]) => failure).sort()).toEqual([
      'already_used',
      'code_locked',
      'no_accounts',
      'password_locked',
      'subscription_ended',
    ])
  })

  test('a refusal that ends by itself can be tried again', () => {
    const passing = Object.entries(refusalVerdicts).filter(([, { retry }]) => retry)
    expect(passing.map(([refusal]) => refusal).sort()).toEqual([
      ...'bank_answer_unusable bank_asked_too_often bank_crowded bank_paused bank_quota_used'.split(' '),
      ...'bank_unavailable busy consent_changed_meanwhile idempotency_under_way our_fault'.split(' '),
      ...'too_many_tries wrong_code wrong_credentials'.split(' '),
    ])
  })

  const blaming = (verdicts: Readonly<Record<string, { readonly blame: string | null }>>, wanted: string | null) =>
    Object.keys(verdicts).filter(failure => verdicts[failure]?.blame === wanted)

  test('a link that failed blames the bank or us, or nobody if the bank did not say who ended it', () => {
    expect(blaming(linkFailureVerdicts, 'bank')).toEqual([
      ...'password_locked code_locked subscription_ended bank_error wrong_bank answer_lost'.split(' '),
      ...'no_accounts'.split(' '),
    ])
    expect(blaming(linkFailureVerdicts, 'us')).toEqual(['our_fault'])
    expect(blaming(linkFailureVerdicts, null)).toEqual(['overtaken', 'not_agreed'])
  })

  test('a refusal blames the bank only for what the bank did', () => {
    expect(blaming(refusalVerdicts, 'bank')).toEqual([
      ...'bank_unavailable bank_paused bank_crowded bank_refused bank_answer_unusable'.split(' '),
      ...'bank_sends_too_much bank_asked_too_often bank_quota_used fallback_not_offered'.split(' '),
      ...'payment_not_cancellable'.split(' '),
    ])
    expect(blaming(refusalVerdicts, 'us')).toEqual([
      'busy',
      'organisation_suspended',
      'payment_limit_reached',
      'mails_off',
      'our_fault',
    ])
  })
})
