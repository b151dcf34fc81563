import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type BeneficiaryColumns,
  beneficiaryAt,
  isNewOwner,
  newOwnerMs,
  nothingWaits,
  pauseMs,
  takesEffectAt,
} from './beneficiary-change.ts'

const foundedAt = new Date('2026-01-01T09:00:00Z')
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
const dayMs = 86_400_000
const joinedAt = later(foundedAt, 30 * dayMs)

test('a week, and a day', () => {
  expect([newOwnerMs, pauseMs]).toEqual([604_800_000, 86_400_000])
})

describe('a new owner', () => {
  test.each([
    ['the founder at once', foundedAt, foundedAt, false],
    ['the founder a day later', foundedAt, later(foundedAt, dayMs), false],
    ['whose row is older than the organisation’s', later(foundedAt, -1), foundedAt, false],
    ['who became one this instant', joinedAt, joinedAt, true],
    ['who became one a moment after the founding', later(foundedAt, 1), later(foundedAt, 2), true],
    ['of six days', joinedAt, later(joinedAt, 6 * dayMs), true],
    ['of seven days less a moment', joinedAt, later(joinedAt, newOwnerMs - 1), true],
    ['of seven days', joinedAt, later(joinedAt, newOwnerMs), false],
    ['of a year', joinedAt, later(joinedAt, 365 * dayMs), false],
    ['whose start lies ahead of a clock that went back', joinedAt, later(joinedAt, -dayMs), true],
  ])('%s', (_, ownerSince, at, isNew) => {
    expect(isNewOwner({ ownerSince, foundedAt }, at)).toBe(isNew)
  })
})

describe('a change takes effect', () => {
  const at = later(joinedAt, dayMs)
  const [old, other] = ['FR1420041010050500013M02606', 'DE89370400440532013000']
  const founder = { ownerSince: foundedAt, foundedAt }
  const newcomer = { ownerSince: joinedAt, foundedAt }
  const longSince = { ownerSince: later(at, -newOwnerMs), foundedAt }
  test.each([
    ['the founder’s first account', founder, null, other, 0],
    ['the founder’s next account', founder, old, other, 0],
    ['a new owner’s first account', newcomer, null, other, pauseMs],
    ['a new owner’s other account', newcomer, old, other, pauseMs],
    ['a new owner’s other name for the same account', newcomer, old, old, 0],
    ['an owner’s of seven days', longSince, old, other, 0],
    ['the first account of an owner of seven days', longSince, null, other, 0],
  ])('%s: %#', (_, owner, before, iban, waitMs) => {
    expect(takesEffectAt({ ...owner, before, iban }, at)).toEqual(later(at, waitMs))
  })
})

describe('what is in effect', () => {
  const nextAt = later(joinedAt, pauseMs)
  const bare: BeneficiaryColumns = {
    name: 'Shop',
    beneficiaryName: null,
    beneficiaryIban: null,
    beneficiaryBic: null,
    beneficiaryChangedAt: null,
    beneficiaryAccountId: null,
    beneficiaryUserId: null,
    beneficiaryNextName: null,
    beneficiaryNextIban: null,
    beneficiaryNextBic: null,
    beneficiaryNextAt: null,
    beneficiaryNextByUserId: null,
  }
  const current = {
    beneficiaryName: 'Old',
    beneficiaryIban: 'OLD',
    beneficiaryBic: 'B',
    beneficiaryChangedAt: foundedAt,
  }
  const waiting = { beneficiaryNextName: 'New', beneficiaryNextIban: 'NEW', beneficiaryNextAt: nextAt }
  const by = { beneficiaryNextByUserId: 'u' }
  const lent = { beneficiaryAccountId: 'a', beneficiaryUserId: 'u' }
  const old = { name: 'Old', iban: 'OLD', bic: 'B', changedAt: foundedAt }
  const next = { name: 'New', iban: 'NEW', bic: null, at: nextAt, byUserId: 'u' }

  test.each([
    ['nothing named', bare, joinedAt, { inEffect: null, next: null, lent: null }],
    ['one named', { ...bare, ...current }, joinedAt, { inEffect: old, next: null, lent: null }],
    [
      'one without a holder’s name',
      { ...bare, ...current, beneficiaryName: null },
      joinedAt,
      { inEffect: { ...old, name: 'Shop' }, next: null, lent: null },
    ],
    [
      'one waits, a moment before its time: the old one, which stays lent',
      { ...bare, ...current, ...waiting, ...by, ...lent },
      later(nextAt, -1),
      { inEffect: old, next, lent: { accountId: 'a', userId: 'u' } },
    ],
    [
      'one waits, at its time: the new one, and the old account is lent no more',
      { ...bare, ...current, ...waiting, ...by, ...lent },
      nextAt,
      { inEffect: { name: 'New', iban: 'NEW', bic: null, changedAt: nextAt }, next: null, lent: null },
    ],
    [
      'the first one waits: none until then',
      { ...bare, ...waiting, ...by },
      later(nextAt, -1),
      { inEffect: null, next, lent: null },
    ],
    [
      'the first one waited, without a holder’s name',
      { ...bare, ...waiting, ...by, beneficiaryNextName: null },
      later(nextAt, 365 * dayMs),
      { inEffect: { name: 'Shop', iban: 'NEW', bic: null, changedAt: nextAt }, next: null, lent: null },
    ],
    [
      'shared by nobody',
      { ...bare, ...current, beneficiaryAccountId: 'a' },
      joinedAt,
      { inEffect: old, next: null, lent: null },
    ],
    [
      'an account without an instant is none that waits',
      { ...bare, ...current, ...waiting, beneficiaryNextAt: null },
      later(nextAt, dayMs),
      { inEffect: old, next: null, lent: null },
    ],
  ])('%s', (_, row, at, expected) => {
    expect(beneficiaryAt(row, at)).toEqual(expected)
  })
})

test('nothing of a withdrawn account stays', () => {
  expect(nothingWaits).toEqual({
    beneficiaryNextName: null,
    beneficiaryNextIban: null,
    beneficiaryNextBic: null,
    beneficiaryNextAt: null,
    beneficiaryNextByUserId: null,
  })
})

test('no other source reads the columns: code that needs an organisation’s account uses the one in effect', () => {
  const files = globSync(['lib/**/*.ts', 'app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'prisma/*.ts'])
  const reading = files
    .filter(file => !/\.test\.tsx?$|^lib.db\.ts$/.test(file))
    .filter(file => {
      const text = readFileSync(file, 'utf8')
      return /\bbeneficiary(?:Next)?(?:Iban|Name|Bic)\b/.test(text)
    })
  expect(reading.sort()).toEqual([
    'lib/domain/payments/payee/beneficiary-change.ts',
    'lib/services/merchant/beneficiary.ts',
    // Creates the demonstration's organisation.
    'prisma/seed.ts',
  ])
})
