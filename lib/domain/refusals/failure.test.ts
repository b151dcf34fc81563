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
      'bank_answer_unusable',
      'bank_asked_too_often',
      'bank_crowded',
      'bank_paused',
      'bank_quota_used',
      'bank_unavailable',
      'busy',
      'consent_changed_meanwhile',
      'idempotency_under_way',
      'our_fault',
      'too_many_tries',
      'wrong_code',
      'wrong_credentials',
    ])
  })

  test('blames the person, the bank, or us', () => {
    for (const verdicts of [linkFailureVerdicts, refusalVerdicts]) {
      for (const [failure, { blame, retry }] of Object.entries(verdicts)) {
        if (failure === 'not_agreed' || failure === 'overtaken') expect(blame).toBeNull()
        else expect(['person', 'bank', 'us']).toContain(blame)
        expect(typeof retry).toBe('boolean')
      }
    }
  })
})
