import { expect, test } from 'vitest'
import { bankOutcomes, keptAfter, outcomeNow } from './erasure.ts'

const bank = { bankCode: '19870', bankName: 'Banque', revokedAt: null, revocationId: 'r' }
const at = new Date('2026-03-01T10:00:00Z')

test.each(bankOutcomes)('a bank that was %s: only what was pending changes with its answer', outcome => {
  const told = { ...bank, outcome }
  expect(outcomeNow(told, null)).toEqual(told)
  expect(outcomeNow(told, at)).toEqual(
    outcome === 'pending' ? { ...told, outcome: 'revoked', revokedAt: at.toISOString() } : told,
  )
})

test.each([
  [[], false, ['record', 'audit_chain']],
  [['revoked', 'nothing'], false, ['record', 'audit_chain']],
  [['revoked', 'pending'], false, ['record', 'audit_chain', 'revocations']],
  [[], true, ['record', 'audit_chain', 'organisations']],
  [['pending'], true, ['record', 'audit_chain', 'revocations', 'organisations']],
] as const)('after %j, organisation %s, stays %j', (outcomes, inOrganisation, kept) => {
  const banks = outcomes.map(outcome => ({ outcome }))
  expect(keptAfter(banks, inOrganisation)).toEqual(kept)
})
