import { expect, test } from 'vitest'
import { linkBlame, linkFailures } from './failure.ts'

test('a link that failed blames the bank or us, or nobody if the bank did not say who ended it', () => {
  const blaming = (wanted: string | null) => linkFailures.filter(failure => linkBlame[failure] === wanted)
  expect(blaming('bank')).toEqual([
    ...'password_locked code_locked subscription_ended bank_error wrong_bank answer_lost'.split(' '),
    'no_accounts',
  ])
  expect(blaming('us')).toEqual(['our_fault'])
  expect(blaming(null)).toEqual(['overtaken', 'not_agreed'])
})
