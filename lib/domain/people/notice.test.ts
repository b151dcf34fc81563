import { describe, expect, test } from 'vitest'
import { isNoticeKind, NoticeFacts, noticeKinds, noticePath } from './notice.ts'

const orderId = '019aa000-0000-7000-8000-000000000001'

test.each([
  ['transfer_held', 'c1', { orderId }, `/transfers/${orderId}`],
  ['transfer_held', null, {}, '/transfers'],
  ['new_accounts', 'c1', {}, '/connections/c1/consent'],
  ['new_accounts', null, {}, '/connections'],
  ['renewal_due', 'c1', {}, '/connections/c1'],
  ['expired', 'c1', { orderId }, '/connections/c1'],
  ['revoked', null, {}, '/connections'],
  ['replaced', 'c1', {}, '/connections/c1'],
] as const)('%s about %s leads to the step it asks for', (kind, connectionId, facts, path) => {
  expect(noticePath({ kind, connectionId, facts })).toBe(path)
})

test('only listed kinds are accepted', () => {
  expect(noticeKinds.every(isNoticeKind)).toBe(true)
  for (const text of ['', 'Expired', 'renewal', 'toString']) expect(isNoticeKind(text)).toBe(false)
})

describe('facts', () => {
  test('match the placeholders of the sentences', () => {
    const facts = { bankName: 'B'.repeat(140), daysLeft: 0, endsAt: '2026-11-23', count: 1, by: 'bank_side', orderId }
    expect(NoticeFacts.parse(facts)).toEqual(facts)
    expect(NoticeFacts.parse({ bankName: 'B', iban: 'FR76' })).toEqual({ bankName: 'B' })
  })

  test.each([
    {},
    { bankName: 'B'.repeat(141) },
    { bankName: 'B', daysLeft: -1 },
    { bankName: 'B', daysLeft: 0.5 },
    { bankName: 'B', count: 0 },
    { bankName: 'B', count: 1.5 },
    { bankName: 'B', by: 'somebody' },
    { bankName: 'B', orderId: 'o1' },
  ])('%j are refused', facts => {
    expect(NoticeFacts.safeParse(facts).success).toBe(false)
  })
})
