import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { commonPasswords, findPasswordFault } from './password.ts'

const fault = (password: string, email = 'lea.moreau@guichet.example') => findPasswordFault(password, email)

describe('findPasswordFault (C26)', () => {
  test.each([
    'bonjour-guichet-2026',
    'correct horse battery staple',
    'aller simple pour Ouessant',
    'zqvmtxhw',
    '日本語のパスワード',
    'tr0ubador&3xyz',
    `${'é'.repeat(4)}ùàçî`,
  ])('accepts %j: no rule of composition', password => {
    expect(fault(password)).toBeNull()
  })

  test('accepts 64 characters and more, up to 256', () => {
    const long = 'une phrase assez longue '.repeat(12)
    expect(fault(long.slice(0, 64))).toBeNull()
    expect(fault(long.slice(0, 256))).toBeNull()
    expect(fault(long.slice(0, 257))).toBe('too_long')
  })

  test('counts characters, not bytes', () => {
    expect(fault('😀'.repeat(7))).toBe('too_short')
    expect(fault('zqvmtxh')).toBe('too_short')
    expect(fault('')).toBe('too_short')
  })

  test.each(rowsOf<[string]>(import.meta.url, 'common-passwords'))('refuses %j as common', password => {
    expect(fault(password)).toBe('common')
  })

  test.each(['lea.moreau@guichet.example', 'LEA.MOREAU@guichet.example', 'lea.moreau2026'])(
    'refuses %j: the e-mail',
    password => {
      expect(fault(password)).toBe('is_email')
    },
  )

  test('a name of three letters in the e-mail is no fault, of four it is', () => {
    expect(findPasswordFault('12-bix-34-56-78', 'bix@guichet.example')).toBeNull()
    expect(findPasswordFault('12-bixa-34-56-78', 'bixa@guichet.example')).toBe('is_email')
  })

  test('the list has a few hundred entries, folded as they are compared', () => {
    expect(commonPasswords.size).toBeGreaterThan(300)
    for (const entry of commonPasswords) expect(entry).toMatch(/^[a-z]+$/)
  })
})
