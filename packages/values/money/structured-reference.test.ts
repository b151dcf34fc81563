import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareReference, groupReference, isStructuredReference, structuredReference } from './structured-reference.ts'

describe('references of ISO 11649', () => {
  test('the example of the standard', () => {
    expect(structuredReference('539007547034')).toBe('RF18539007547034')
  })

  test('every one that is made is one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{1,21}$/), body => {
        expect(isStructuredReference(structuredReference(body))).toBe(true)
      }),
    )
  })

  test('with one digit changed it is none', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,21}$/), fc.nat(), (body, at) => {
        const reference = structuredReference(body)
        const index = 4 + (at % body.length)
        const changed = reference[index] === '1' ? '2' : '1'
        expect(isStructuredReference(reference.slice(0, index) + changed + reference.slice(index + 1))).toBe(false)
      }),
    )
  })

  test.each([
    '',
    'RF0072',
    'RF0154',
    'RF9936',
    'RF18',
    'RF19539007547034',
    'XX18539007547034',
    'RF18-539007547034',
    `RF18${'1'.repeat(22)}`,
  ])('"%s" is none', text => {
    expect(isStructuredReference(text)).toBe(false)
  })

  test('as people write it', () => {
    expect(isStructuredReference('rf18 5390 0754 7034')).toBe(true)
    expect(bareReference('rf18 5390 0754 7034')).toBe('RF18539007547034')
    expect(groupReference('RF18539007547034')).toBe('RF18 5390 0754 7034')
  })

  test.each(['', 'abc', '1'.repeat(22), 'Ä'])('nothing is made of "%s"', body => {
    expect(() => structuredReference(body)).toThrow(TypeError)
  })
})
