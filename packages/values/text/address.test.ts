import { describe, expect, test } from 'vitest'
import { containsAddress, withoutAddress } from './address.ts'
import known from './fixtures/addresses.json' with { type: 'json' }

const { addresses, names } = known

test.each(addresses)('“%s” carries an address', name => expect(containsAddress(name)).toBe(true))
test.each(names)('“%s” carries none', name => expect(containsAddress(name)).toBe(false))

describe('without it', () => {
  test.each(addresses)('“%s” is no link', name => {
    const left = withoutAddress(name)
    expect(left).not.toMatch(/[./:@]/)
    expect(left).not.toMatch(/\p{Cf}/u)
  })

  test('a name stays as it is', () => expect(withoutAddress('  Camille  Roux ')).toBe('Camille Roux'))
})

test('a long text takes no time', () => {
  for (const text of ['a', ' ', '.', 'a.', 'a .', '@ '])
    expect([true, false]).toContain(containsAddress(text.repeat(200_000)))
})
