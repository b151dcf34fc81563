import { expect, test } from 'vitest'
import { bankOutcomes, keptAfter, outcomeNow } from './erasure.ts'

const bank = { bankCode: '19870', bankName: 'Banque', revokedAt: null, revocationId: 'r' }
const at = new Date('2026-03-01T10:00:00Z')

test.each(bankOutcomes)('a bank that was %s: only what was pending changes with its answer', outcome => {
  const erased = { ...bank, outcome }
  expect(outcomeNow(erased, null)).toEqual(erased)
  expect(outcomeNow(erased, at)).toEqual(
    outcome === 'pending' ? { ...erased, outcome: 'revoked', revokedAt: at.toISOString() } : erased,
  )
})

test.each([
  [[], false, false, ['record', 'audit_chain']],
  [['revoked', 'nothing'], false, false, ['record', 'audit_chain']],
  [['revoked', 'pending'], false, false, ['record', 'audit_chain', 'revocations']],
  [['nothing'], true, false, ['record', 'audit_chain', 'payments']],
  [[], false, true, ['record', 'audit_chain', 'organisations']],
  [['pending'], true, true, ['record', 'audit_chain', 'revocations', 'payments', 'organisations']],
] as const)('after %j, paid %s, organisation %s, stays %j', (outcomes, paid, inOrganisation, kept) => {
  const banks = outcomes.map(outcome => ({ outcome }))
  expect(keptAfter({ banks, paid, inOrganisation })).toEqual(kept)
})
