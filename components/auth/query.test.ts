import { describe, expect, test } from 'vitest'
import { isOwnPath, readAuthQuery, readWait, withNext } from './query.ts'

test('the other form leads to the same page', () => {
  expect(withNext('/signup', { next: '/invitation/a?b=c&d' })).toBe('/signup?next=%2Finvitation%2Fa%3Fb%3Dc%26d')
  expect(withNext('/signin', { next: null })).toBe('/signin')
})

describe('the parameters a page accepts from its URL', () => {
  test('nothing', () => {
    expect(readAuthQuery({})).toEqual({
      error: null,
      fault: null,
      notice: null,
      next: null,
      wait: { unit: 'other', count: 0 },
    })
  })

  test('a known refusal, and our fault for any other word', () => {
    expect(readAuthQuery({ error: 'wrong_credentials' }).error).toBe('wrong_credentials')
    expect(readAuthQuery({ error: '<b>call 0800</b>' }).error).toBe('our_fault')
  })

  test('a fault of a field is shown at the field only', () => {
    expect(readAuthQuery({ error: 'invalid_input', field: 'email' })).toMatchObject({
      error: null,
      fault: { field: 'email', fault: 'invalid' },
    })
    expect(readAuthQuery({ error: 'password_common', field: 'password' }).fault).toEqual({
      field: 'password',
      fault: 'common',
    })
    expect(readAuthQuery({ error: 'invalid_input', field: 'other' })).toMatchObject({ error: 'our_fault', fault: null })
  })

  test('a person redirected from a page is told why, unless an error is shown', () => {
    expect(readAuthQuery({ next: '/home' })).toMatchObject({ notice: 'sign_in_first', next: '/home' })
    expect(readAuthQuery({ next: '/home', error: 'wrong_credentials' }).notice).toBeNull()
    expect(readAuthQuery({ notice: 'signed_up' }).notice).toBe('signed_up')
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'home', '/a\nb', ''])(
    'never leads to %j',
    next => {
      expect(readAuthQuery({ next }).next).toBeNull()
      expect(isOwnPath(next)).toBe(false)
    },
  )

  test.each([
    ['1', { unit: 'seconds', count: 1 }],
    ['89', { unit: 'seconds', count: 89 }],
    ['90', { unit: 'minutes', count: 2 }],
    ['900', { unit: 'minutes', count: 15 }],
    ['0', { unit: 'other', count: 0 }],
    ['-5', { unit: 'other', count: 0 }],
    ['1e9', { unit: 'other', count: 0 }],
    ['999999', { unit: 'other', count: 0 }],
    [undefined, { unit: 'other', count: 0 }],
  ] as const)('how long to wait: %j', (wait, read) => {
    expect(readWait({ wait })).toEqual(read)
  })
})
