import { describe, expect, test } from 'vitest'
import {
  findJoinFault,
  householdInvitationState,
  isShareLevel,
  isWider,
  maxMembers,
  offersOf,
  shareLevels,
  visibleOf,
} from './household.ts'

const both = [true, false]
const consents = both.flatMap(mayBalances => both.map(mayTransactions => ({ mayBalances, mayTransactions })))

test('every higher level shows more, and nothing else does', () => {
  const steps = ['none', ...shareLevels] as const
  const wider = steps.flatMap(from => steps.filter(to => isWider(from, to)).map(to => `${from} ${to}`))
  expect(wider).toEqual(['none balances', 'none transactions', 'balances transactions'])
})

describe('what another person sees', () => {
  test.each(consents)('is never more than the consent at the bank: %j', consented => {
    for (const level of shareLevels) {
      const { balances, transactions } = visibleOf(level, consented)
      expect(balances && !consented.mayBalances).toBe(false)
      expect(transactions && !consented.mayTransactions).toBe(false)
    }
  })

  test('balances alone never show a transaction', () => {
    for (const consented of consents) expect(visibleOf('balances', consented).transactions).toBe(false)
    expect(visibleOf('transactions', { mayBalances: true, mayTransactions: true })).toEqual({
      balances: true,
      transactions: true,
    })
  })

  test('only levels that show something are offered', () => {
    expect(consents.map(offersOf)).toEqual([['balances', 'transactions'], ['balances'], ['transactions'], []])
  })

  test('an unknown level is refused', () => {
    expect(['balances', 'transactions', 'owners', ''].map(isShareLevel)).toEqual([true, true, false, false])
  })
})

describe('an invitation', () => {
  const from = new Date('2026-11-21T10:00:00Z')
  const expiresAt = new Date('2026-11-28T10:00:00Z')

  test('is open until it expires, to the millisecond', () => {
    expect(householdInvitationState({ answer: null, expiresAt }, new Date(expiresAt.getTime() - 1))).toBe('open')
    expect(householdInvitationState({ answer: null, expiresAt }, expiresAt)).toBe('expired')
  })

  test.each(['accepted', 'declined', 'withdrawn'])('stays %s whatever the day', answer => {
    expect(householdInvitationState({ answer, expiresAt }, from)).toBe(answer)
    expect(householdInvitationState({ answer, expiresAt }, new Date('2030-01-01'))).toBe(answer)
  })

  test('an unknown answer counts as none', () => {
    expect(householdInvitationState({ answer: 'maybe', expiresAt }, from)).toBe('open')
  })
})

test.each([
  [1, 0, null],
  [1, 1, null],
  [maxMembers - 1, 1, null],
  [maxMembers, 0, 'household_full'],
  [1, 2, 'household_taken'],
  [maxMembers, 2, 'household_taken'],
])('joining %i people from a household of %i: %s', (members, own, fault) => {
  expect(findJoinFault(members, own)).toBe(fault)
})
