import { describe, expect, test } from 'vitest'
import { activationSteps } from '#lib/domain/refusals/failure.ts'
import {
  type ActivationColumns,
  type ActivationEvidence,
  accountProof,
  activationFacts,
  activationState,
  brandOfFacts,
  canAsk,
  changedFacts,
  factsOf,
  isNumberSound,
  isSelfEvident,
  missingSteps,
} from './activation.ts'
import { oneOperatorUpTo } from './two-operators.ts'

const at = new Date('2026-11-25T10:00:00Z')
const account = { name: 'Librairie du Port', iban: 'FR7619873009020009362007722' }
const fresh: ActivationColumns = {
  name: 'Librairie du Port',
  legalName: 'Librairie du Port SARL',
  registrationNumber: '732829320',
  approvedName: null,
  approvedLegalName: null,
  approvedNumber: null,
  approvedHolder: null,
  approvedIban: null,
  approvedAt: null,
  reviewAskedAt: null,
  declinedAt: null,
}
const approved: ActivationColumns = {
  ...fresh,
  approvedName: fresh.name,
  approvedLegalName: fresh.legalName,
  approvedNumber: fresh.registrationNumber,
  approvedHolder: account.name,
  approvedIban: account.iban,
  approvedAt: at,
}

describe('the state of an activation', () => {
  test.each([
    ['test_only', fresh, account],
    ['test_only', fresh, null],
    ['in_review', { ...fresh, reviewAskedAt: at }, account],
    ['declined', { ...fresh, declinedAt: at }, account],
    ['active', approved, account],
    ['active', { ...approved, reviewAskedAt: at }, account],
    ['active', { ...approved, declinedAt: at }, account],
    ['active', { ...approved, registrationNumber: '732 829 320' }, account],
    ['paused', approved, null],
    ['paused', approved, { ...account, iban: 'FR7630006000011234567890189' }],
    ['paused', approved, { ...account, name: 'Apple Store' }],
    ['paused', { ...approved, name: 'Apple Store' }, account],
    ['paused', { ...approved, legalName: 'Apple SAS' }, account],
    ['paused', { ...approved, registrationNumber: '552100554' }, account],
    ['in_review', { ...approved, name: 'Port', reviewAskedAt: at }, account],
    ['declined', { ...approved, name: 'Port', declinedAt: at }, account],
  ] as const)('is %s', (state, row, inEffect) => expect(activationState(row, inEffect)).toBe(state))

  test('names what changed since the approval', () => {
    expect(changedFacts(fresh, account)).toBeNull()
    expect(changedFacts(approved, account)).toEqual([])
    expect(changedFacts({ ...approved, name: 'Port' }, null)).toEqual(['name', 'holder', 'iban'])
    expect(Object.keys(factsOf(fresh, account))).toEqual([...activationFacts])
  })
})

const match = { answer: 'match', source: 'own_account' } as const
const evidence: ActivationEvidence = {
  facts: factsOf(fresh, account),
  state: 'test_only',
  country: 'FR',
  addressLines: ['12 quai Duperré', '17000 La Rochelle'],
  representativeName: 'Maëlle Le Goff',
  representativeRole: 'Gérante',
  isAddressConfirmed: true,
  isBusinessSaid: true,
  isContractAccepted: true,
  legalNameProof: match,
  holderProof: match,
  isLinked: false,
  hasStrangerTwin: false,
  documents: [],
}
const missing = (change: Partial<ActivationEvidence>) => missingSteps({ ...evidence, ...change })
const facts = (change: Partial<ActivationEvidence['facts']>) => ({ facts: { ...evidence.facts, ...change } })

describe('the missing steps', () => {
  test.each([
    ['only the review', {}, ['review']],
    ['none of an active organisation', { state: 'active', isAddressConfirmed: false }, []],
    ['the address', { isAddressConfirmed: false }, ['address', 'review']],
    ['the company: a wrong digit', facts({ registrationNumber: '732829321' }), ['company', 'review']],
    ['the company: no number', facts({ registrationNumber: null }), ['company', 'review']],
    ['the company: no address', { addressLines: [] }, ['company', 'review']],
    ['only the review, with an address of one line', { addressLines: ['17000 La Rochelle'] }, ['review']],
    ['the company: no legal name', facts({ legalName: '' }), ['company', 'review']],
    ['the business', { isBusinessSaid: false }, ['business', 'review']],
    ['the contract', { isContractAccepted: false }, ['contract', 'review']],
    ['the representative’s name', { representativeName: null }, ['representative', 'review']],
    ['the representative’s role', { representativeRole: '' }, ['representative', 'review']],
    ['the account', facts({ iban: null, holder: null }), ['account', 'review']],
    ['the proof of the account', { legalNameProof: null }, ['account', 'review']],
    [
      'all',
      {
        ...facts({ registrationNumber: null, iban: null }),
        isAddressConfirmed: false,
        isBusinessSaid: false,
        isContractAccepted: false,
        representativeName: null,
      },
      [...activationSteps],
    ],
  ] as const)('%s', (_, change, steps) => expect(missing(change as Partial<ActivationEvidence>)).toEqual(steps))
})

describe('the account is proven', () => {
  test.each([
    ['linked', {}],
    ['none', { legalNameProof: { answer: 'close_match', source: 'own_account' } }],
    ['none', { legalNameProof: { answer: 'no_match', source: 'own_account' } }],
    ['none', { legalNameProof: { answer: 'not_possible', source: 'bank' } }],
    // Anybody can type a company's name and IBAN: its bank then says yes.
    ['none', { legalNameProof: { answer: 'match', source: 'bank' } }],
    ['linked', { legalNameProof: { answer: 'match', source: 'bank' }, isLinked: true }],
    ['none', { legalNameProof: { answer: 'close_match', source: 'bank' }, isLinked: true }],
    ['none', { legalNameProof: { answer: 'holder_unknown', source: 'own_account' }, isLinked: true }],
    ['none', { holderProof: { answer: 'no_match', source: 'own_account' } }],
    ['none', { holderProof: null }],
    ['documents', { legalNameProof: null, documents: ['registration', 'bank_details'] }],
    ['none', { legalNameProof: null, documents: ['registration', 'identity'] }],
    ['none', { legalNameProof: null, documents: ['bank_details'] }],
  ] as const)('%s: %o', (proof, change) => expect(accountProof({ ...evidence, ...change })).toBe(proof))
})

describe('asking', () => {
  const usual = oneOperatorUpTo
  const byDocuments = { legalNameProof: null, documents: ['registration', 'bank_details'] } as const
  test('is possible once everything but the review is done, and again after a refusal', () => {
    expect(canAsk(evidence)).toBe(true)
    expect(canAsk({ ...evidence, ...byDocuments })).toBe(true)
    expect(canAsk({ ...evidence, state: 'declined' })).toBe(true)
    expect(canAsk({ ...evidence, state: 'paused' })).toBe(true)
    expect(canAsk({ ...evidence, state: 'in_review' })).toBe(false)
    expect(canAsk({ ...evidence, state: 'active' })).toBe(false)
    expect(canAsk({ ...evidence, representativeName: null })).toBe(false)
  })

  test('needs no operator for a linked account whose bank names the company, unless a name looks like a known brand', () => {
    expect(isSelfEvident(evidence, usual)).toBe(true)
    expect(isSelfEvident({ ...evidence, ...byDocuments }, usual)).toBe(false)
    expect(isSelfEvident({ ...evidence, isAddressConfirmed: false }, usual)).toBe(false)
    expect(isSelfEvident({ ...evidence, hasStrangerTwin: true }, usual)).toBe(false)
    expect(isSelfEvident(evidence, { ...usual, payment: usual.payment + 1n })).toBe(false)
    for (const change of [
      facts({ name: 'Apple Store' }),
      facts({ legalName: 'Apple SAS' }),
      facts({ holder: 'Аpple' }),
    ]) {
      expect(isSelfEvident({ ...evidence, ...change }, usual)).toBe(false)
    }
    expect(brandOfFacts({ ...evidence.facts, holder: null })).toBeNull()
    expect(brandOfFacts({ ...evidence.facts, name: 'Apple Store' })).toBe('Apple')
  })
})

test.each([
  ['FR', '732829320', true],
  ['FR', '732829321', false],
  ['FR', null, false],
  ['DE', 'HRB 12345', true],
  ['DE', null, false],
] as const)('a registration number of %s, %s: %s', (country, number, isSound) => {
  expect(isNumberSound(country, number)).toBe(isSound)
})
