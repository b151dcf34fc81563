import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOf,
  findTermsFault,
  type LinkTerms,
  linkReference,
  linkState,
  normalisePrefix,
  prefixOf,
} from './state.ts'

const at = new Date('2026-06-01T12:00:00Z')
const earlier = new Date('2026-06-01T11:59:59Z')
const later = new Date('2026-06-01T12:00:01Z')
const fixed: LinkTerms = {
  amountMinor: 1250n,
  minMinor: null,
  maxMinor: null,
  currency: 'EUR',
  isReusable: false,
  expiresAt: null,
  closedAt: null,
}
const open: LinkTerms = { ...fixed, amountMinor: null, minMinor: 100n, maxMinor: 5000n }

describe('how a link stands', () => {
  const states = [true, false].flatMap(isReusable =>
    [null, earlier, at, later].flatMap(expiresAt =>
      [null, earlier].flatMap(closedAt =>
        [true, false].map(isPaid => ({ link: { isReusable, expiresAt, closedAt }, isPaid })),
      ),
    ),
  )
  test.each(states)('$link, paid: $isPaid', ({ link, isPaid }) => {
    const isOver = link.expiresAt !== null && link.expiresAt <= at
    const expected = link.closedAt ? 'closed' : !link.isReusable && isPaid ? 'used' : isOver ? 'expired' : 'open'
    expect(linkState(link, isPaid, at)).toBe(expected)
  })
})

describe('what is paid by a link', () => {
  test.each([
    [fixed, null, 1250n],
    [fixed, '', 1250n],
    [fixed, '12.50', 1250n],
    [fixed, '12.49', 'amount_fixed'],
    [fixed, 'x', 'amount_fixed'],
    [open, null, 'amount_missing'],
    [open, '', 'amount_missing'],
    [open, 'ten', 'amount_invalid'],
    [open, '0', 'amount_invalid'],
    [open, '-5.00', 'amount_invalid'],
    [open, '1.005', 'amount_invalid'],
    [open, '0.99', 'amount_too_small'],
    [open, '1.00', 100n],
    [open, '50.00', 5000n],
    [open, '50.01', 'amount_too_large'],
    [{ ...open, minMinor: null, maxMinor: null }, '0.01', 1n],
    [{ ...open, minMinor: null, maxMinor: null }, '999999999.99', 99_999_999_999n],
    [{ ...open, minMinor: null, maxMinor: null }, '1000000000.00', 'amount_too_large'],
    [{ ...open, minMinor: null, maxMinor: null }, '10000000000000.00', 'amount_invalid'],
  ] as const)('%o, typed %j: %s', (link, typed, expected) => {
    const amount = amountOf(link, typed)
    expect(typeof amount === 'string' ? amount : amount.amountMinor).toBe(expected)
  })

  test('never outside its bounds, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)), typed => {
        const amount = amountOf(open, typed)
        expect(typeof amount === 'string' || (amount.amountMinor >= 100n && amount.amountMinor <= 5000n)).toBe(true)
      }),
    )
  })
})

describe('making one', () => {
  test.each([
    [{ amountMinor: 1n, minMinor: null, maxMinor: null }, null],
    [{ amountMinor: 0n, minMinor: null, maxMinor: null }, 'amount'],
    [{ amountMinor: 10n ** 15n, minMinor: null, maxMinor: null }, 'amount'],
    [{ amountMinor: 1n, minMinor: 1n, maxMinor: null }, 'min'],
    [{ amountMinor: 1n, minMinor: null, maxMinor: 1n }, 'max'],
    [{ amountMinor: null, minMinor: null, maxMinor: null }, null],
    [{ amountMinor: null, minMinor: 5n, maxMinor: 5n }, null],
    [{ amountMinor: null, minMinor: 6n, maxMinor: 5n }, 'max'],
    [{ amountMinor: null, minMinor: -6n, maxMinor: 5n }, 'min'],
    [{ amountMinor: null, minMinor: null, maxMinor: 0n }, 'max'],
  ] as const)('%o: %s', (terms, fault) => {
    expect(findTermsFault(terms)).toBe(fault)
  })

  test.each([
    ['Atelier d’été', 'ATELIER-D-ETE'],
    ['--a--', 'A'],
    ['', ''],
    ['💶', ''],
    ['a'.repeat(40), 'A'.repeat(28)],
    [`${'a'.repeat(27)} b`, 'A'.repeat(27)],
  ])('prefix %j: %j', (text, prefix) => {
    expect(normalisePrefix(text)).toBe(prefix)
  })

  test.each([
    ['ATELIER', 7, true, 'ATELIER-0007'],
    ['ATELIER', 1, false, 'ATELIER'],
    ['A'.repeat(28), 123456, true, `${'A'.repeat(28)}-123456`],
    ['A'.repeat(29), 7, true, `${'A'.repeat(28)}-0007`],
    ['A'.repeat(36), 1, false, 'A'.repeat(35)],
  ])('reference %j %d %j: %j', (prefix, use, isReusable, reference) => {
    expect(linkReference(prefix, use, isReusable)).toBe(reference)
    expect(reference.length).toBeLessThanOrEqual(35)
  })
})

test.each([
  ['Loyer décembre', 28, 'LOYER-DECEMBRE-B0C1'],
  ['Réservation de la salle des fêtes', 23, 'RESERVATION-DE-LA-B0C1'],
  ['預訂', 28, 'LINK-B0C1'],
])('two of one title have references of their own: %s', (title, most, prefix) => {
  expect(prefixOf(title, '019ad000-0000-7000-8000-00000000b0c1', most)).toBe(prefix)
  expect(prefixOf(title, '019ad000-0000-7000-8000-00000000b0c2', most)).not.toBe(prefix)
})
