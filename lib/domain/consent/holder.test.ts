import { describe, expect, test } from 'vitest'
import { foreignHolder } from './holder.ts'

const person = 'Camille Bernard'

describe('the name a person is asked about', () => {
  test.each([
    ['their own', 'BERNARD CAMILLE', null],
    ['their own with a second first name', 'Mme Camille Marie Bernard', null],
    ['their own, one letter off', 'Camille Bernart', null],
    ['another', 'Julien Mercier', 'Julien Mercier'],
    ['of the same family', 'Thomas Bernard', 'Thomas Bernard'],
    ['no name at all', ' – ', null],
  ])('the bank’s customer has %s', (_, psu, asked) => {
    expect(foreignHolder(person, { psu, owners: [] })).toBe(asked)
  })

  test('the customer’s name decides, whoever owns the accounts', () => {
    expect(foreignHolder(person, { psu: 'Camille Bernard', owners: ['Jeanne Petit'] })).toBeNull()
    expect(foreignHolder(person, { psu: 'Julien Mercier', owners: ['Camille Bernard'] })).toBe('Julien Mercier')
  })

  test('if only owners are known, one with a similar name is enough', () => {
    expect(foreignHolder(person, { psu: null, owners: ['Thomas Bernard', 'Camille Bernard'] })).toBeNull()
    expect(foreignHolder(person, { psu: null, owners: ['M BERNARD THOMAS OU MME BERNARD CAMILLE'] })).toBeNull()
    expect(foreignHolder(person, { psu: null, owners: ['', 'Thomas Bernard', 'Julien Mercier'] })).toBe(
      'Thomas Bernard',
    )
  })

  test('if the bank gave no name, nothing is asked', () => {
    expect(foreignHolder(person, { psu: null, owners: [] })).toBeNull()
  })
})
