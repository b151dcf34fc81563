import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consentBody } from '#stet/consents.ts'
import {
  type AccountChoice,
  allowancesOf,
  type Consentable,
  type ConsentChoice,
  canonicalChoice,
  consentablesOf,
  consentKinds,
  consentPresets,
  diffChoices,
  findChoiceFault,
  isEmptyChoice,
  kindsOfVersion,
  mayRead,
  mayReadIdentity,
  nothing,
  presetChoice,
  presetOf,
  restrictChoice,
} from './consent-choice.ts'

const [A, B, C] = ['FR01A', 'FR02B', 'FR03C'] as const
const row = (iban: string, ...kinds: (typeof consentKinds)[number][]): AccountChoice => ({
  iban,
  ...nothing,
  ...Object.fromEntries(kinds.map(kind => [kind, true])),
})
const choice = (accounts: AccountChoice[], psuIdentity = false): ConsentChoice => ({ accounts, psuIdentity })
const account = (iban: string | null): Consentable => ({ kind: 'account', iban, backingIban: null })
const card = (backingIban: string | null): Consentable => ({ kind: 'card', iban: null, backingIban })

describe('mayRead', () => {
  test.each(consentKinds)('%s: exactly what is ticked, for exactly that IBAN', kind => {
    for (const ticked of consentKinds) {
      const consent = choice([row(A, ticked), row(B)])
      expect(mayRead(consent, account(A), kind)).toBe(ticked === kind)
      expect(mayRead(consent, account(B), kind)).toBe(false)
      expect(mayRead(consent, account(C), kind)).toBe(false)
      expect(mayRead(consent, account(null), kind)).toBe(false)
    }
  })

  test.each(consentKinds)('%s: a card follows the account behind it, and has no overdrafts', kind => {
    const consent = choice([row(A, ...consentKinds)])
    expect(mayRead(consent, card(A), kind)).toBe(kind !== 'overdrafts')
    expect(mayRead(consent, card(B), kind)).toBe(false)
    expect(mayRead(consent, card(null), kind)).toBe(false)
  })

  test("a card's own IBAN decides nothing", () => {
    expect(mayRead(choice([row(A, 'balances')]), { kind: 'card', iban: A, backingIban: B }, 'balances')).toBe(false)
  })

  test('without a consent, nothing', () => {
    for (const kind of consentKinds) expect(mayRead(null, account(A), kind)).toBe(false)
    expect(mayReadIdentity(null)).toBe(false)
  })

  test('the identity is apart', () => {
    expect(mayReadIdentity(choice([], true))).toBe(true)
    expect(mayReadIdentity(choice([row(A, ...consentKinds)]))).toBe(false)
  })

  test('allowancesOf returns all four at once', () => {
    expect(allowancesOf(choice([row(A, ...consentKinds)]))(card(A))).toEqual({
      balances: true,
      transactions: true,
      owners: true,
      overdrafts: false,
    })
  })
})

describe('consentablesOf', () => {
  const euros = { kind: 'account', resourceId: 'e', iban: A, linkedResourceId: null } as const
  const dollars = { kind: 'account', resourceId: 'd', iban: A, linkedResourceId: null } as const
  const plastic = { kind: 'card', resourceId: 'c', iban: null, linkedResourceId: 'e' } as const

  test('the currencies of an IBAN share its row, as does the card', () => {
    const consent = choice([row(A, 'transactions')])
    for (const listed of [euros, dollars, plastic]) {
      const consentable = consentablesOf([euros, dollars, plastic])(listed)
      expect(mayRead(consent, consentable, 'transactions')).toBe(true)
      expect(mayRead(consent, consentable, 'balances')).toBe(false)
    }
  })

  test('a card whose account is not listed, or that points at a card, has no row', () => {
    const all = choice([row(A, ...consentKinds)])
    expect(mayRead(all, consentablesOf([plastic])(plastic), 'balances')).toBe(false)
    expect(mayRead(all, consentablesOf([euros, plastic])({ ...plastic, linkedResourceId: 'c' }), 'balances')).toBe(
      false,
    )
  })
})

const rows = fc.uniqueArray(
  fc.record({
    iban: fc.constantFrom(A, B, C),
    balances: fc.boolean(),
    transactions: fc.boolean(),
    owners: fc.boolean(),
    overdrafts: fc.boolean(),
  }),
  { selector: ({ iban }) => iban },
)
const choices = fc.record({ accounts: rows, psuIdentity: fc.boolean() })

/** The lists of the body sent to the bank, as sorted sets. */
const sent = ({ accounts, psuIdentity }: ConsentChoice) => {
  const body = consentBody('1.6.2', { psuIdentity, accounts: accounts.map(row => ({ ...row, currency: null })) })
  const ibansOf = (kind: (typeof consentKinds)[number]) => (body[kind] ?? []).map(({ iban }) => iban).sort()
  return {
    balances: ibansOf('balances'),
    transactions: ibansOf('transactions'),
    owners: ibansOf('owners'),
    overdrafts: ibansOf('overdrafts'),
    psuIdentity: body.psuIdentity,
  }
}

describe('canonical form', () => {
  test('ignores the order of rows, and rows without a tick', () => {
    const one = choice([row(B, 'owners'), row(A, 'balances'), row(C)])
    const other = choice([row(A, 'balances'), row(B, 'owners')])
    expect(canonicalChoice(one)).toBe(canonicalChoice(other))
  })

  test('differs when, and only when, what is sent differs (C21)', () => {
    fc.assert(
      fc.property(choices, choices, (left, right) => {
        const isSame = JSON.stringify(sent(left)) === JSON.stringify(sent(right))
        expect(canonicalChoice(left) === canonicalChoice(right)).toBe(isSame)
      }),
    )
  })

  test('what is sent is what may be read', () => {
    fc.assert(
      fc.property(choices, fc.constantFrom(A, B, C), fc.constantFrom(...consentKinds), (consent, iban, kind) => {
        expect(mayRead(consent, account(iban), kind)).toBe(sent(consent)[kind].includes(iban))
      }),
    )
  })

  test('is frozen: stored hashes must stay what they are', () => {
    const text = '[[["FR01A",true,false,false,false],["FR02B",false,true,true,true]],true]'
    expect(canonicalChoice(choice([row(B, 'transactions', 'owners', 'overdrafts'), row(A, 'balances')], true))).toBe(
      text,
    )
  })
})

describe('findChoiceFault', () => {
  const ibans = new Set([A, B])
  const newer = { ibans, kinds: kindsOfVersion['1.6.2'], mayNameMore: false }
  const older = { ibans, kinds: kindsOfVersion['1.4.2'], mayNameMore: true }
  const valid = 'FR7630006000011234567890189'
  test('accepts listed IBANs', () => expect(findChoiceFault(choice([row(A), row(B, 'owners')]), newer)).toBeNull())
  test('names an unknown IBAN', () => expect(findChoiceFault(choice([row(A), row(C)]), newer)).toBe('accounts.1.iban'))
  test.each([newer, older])('names an IBAN given twice', offer =>
    expect(findChoiceFault(choice([row(A), row(A)]), offer)).toBe('accounts.1.iban'),
  )
  test('accepts an unlisted IBAN only if the bank lists consented accounts only', () => {
    expect(findChoiceFault(choice([row(A), row(valid, 'balances')]), older)).toBeNull()
    expect(findChoiceFault(choice([row(A), row(valid, 'balances')]), newer)).toBe('accounts.1.iban')
    expect(findChoiceFault(choice([row(valid.replace('9', '8'), 'balances')]), older)).toBe('accounts.0.iban')
  })
  test.each(['owners', 'overdrafts'] as const)('names %s where the version has none', kind => {
    expect(findChoiceFault(choice([row(A, 'balances'), row(B, kind)]), older)).toBe(`accounts.1.${kind}`)
    expect(findChoiceFault(choice([row(A, 'balances'), row(B, kind)]), newer)).toBeNull()
  })
})

describe('a version of the interface', () => {
  test('restricts a choice to the lists it has, and leaves the rest', () => {
    const all = presetChoice('all', [A, B])
    expect(restrictChoice(all, kindsOfVersion['1.6.2'])).toEqual(all)
    expect(restrictChoice(all, kindsOfVersion['1.4.2'])).toEqual(
      choice([row(A, 'balances', 'transactions'), row(B, 'balances', 'transactions')], true),
    )
  })

  test.each(consentPresets)('v1.4.2: preset %s is recognised, and offers two kinds', preset => {
    const kinds = kindsOfVersion['1.4.2']
    const made = presetChoice(preset, [A, B], kinds)
    expect(presetOf(made, [A, B], kinds)).toBe(preset)
    expect(made.accounts.some(({ owners, overdrafts }) => owners || overdrafts)).toBe(false)
  })
})

describe('presets', () => {
  test.each(consentPresets)('%s is recognised as itself', preset => {
    expect(presetOf(presetChoice(preset, [A, B]), [A, B])).toBe(preset)
  })

  test('give the choices they are named for', () => {
    expect(presetChoice('all', [A])).toEqual(choice([row(A, ...consentKinds)], true))
    expect(presetChoice('balances_only', [A, A])).toEqual(choice([row(A, 'balances')]))
    expect(presetChoice('balances_and_transactions', [A])).toEqual(choice([row(A, 'balances', 'transactions')]))
    expect(presetOf(choice([row(A, 'balances', 'transactions')], true), [A])).toBeNull()
    expect(presetOf(presetChoice('balances_only', []), [])).toBe('none')
    expect(isEmptyChoice(presetChoice('none', [A, B]))).toBe(true)
    expect(isEmptyChoice(choice([row(A)], true))).toBe(false)
    expect(presetOf(choice([row(A, 'owners')]), [A])).toBeNull()
  })
})

describe('diffChoices', () => {
  test('first consent: everything is added', () => {
    expect(diffChoices(null, choice([row(A, 'balances'), row(B)], true))).toEqual({
      added: [{ iban: A, kinds: ['balances'] }],
      removed: [],
      kept: 0,
      identity: 'added',
      unchanged: false,
    })
  })

  test('distinguishes added, removed and kept, per IBAN and kind', () => {
    const before = choice([row(A, 'balances', 'transactions'), row(B, 'balances'), row(C, 'owners')], true)
    const after = choice([row(A, 'balances', 'owners'), row(B, 'balances')])
    expect(diffChoices(before, after)).toEqual({
      added: [{ iban: A, kinds: ['owners'] }],
      removed: [
        { iban: A, kinds: ['transactions'] },
        { iban: C, kinds: ['owners'] },
      ],
      kept: 1,
      identity: 'removed',
      unchanged: false,
    })
  })

  test('the identity: kept with or without, added, removed', () => {
    const identityOf = (before: boolean, after: boolean) =>
      diffChoices(choice([row(A)], before), choice([row(A)], after)).identity
    expect([identityOf(true, true), identityOf(false, false)]).toEqual(['kept_on', 'kept_off'])
    expect([identityOf(false, true), identityOf(true, false)]).toEqual(['added', 'removed'])
    expect(diffChoices(choice([row(A)], true), choice([row(A)], false)).unchanged).toBe(false)
  })

  test('a right given to an account that had none is a change', () => {
    expect(diffChoices(choice([row(A)]), choice([row(A, 'balances')])).unchanged).toBe(false)
    expect(diffChoices(choice([row(A, 'balances')]), choice([row(A, 'balances')])).unchanged).toBe(true)
  })

  test('is unchanged exactly for equal meaning; swapped sides swap added and removed', () => {
    fc.assert(
      fc.property(choices, choices, (before, after) => {
        const [there, back] = [diffChoices(before, after), diffChoices(after, before)]
        expect(there.unchanged).toBe(canonicalChoice(before) === canonicalChoice(after))
        const sorted = (changes: readonly { iban: string }[]) => [...changes].sort((l, r) => (l.iban < r.iban ? -1 : 1))
        expect(sorted(there.added)).toEqual(sorted(back.removed))
        expect(there.kept).toBe(back.kept)
      }),
    )
  })
})
