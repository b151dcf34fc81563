import { describe, expect, test } from 'vitest'
import { sirenOf } from './siren.ts'

describe('a SIREN', () => {
  test.each([
    ['732829320', '732829320'],
    ['732 829 320', '732829320'],
    ['732.829.320', '732829320'],
    // The SIRET of an establishment of it.
    ['73282932000074', '732829320'],
    ['732 829 320 00074', '732829320'],
    // La Poste: its seat, and an establishment.
    ['356 000 000 00048', '356000000'],
    ['35600000000001', '356000000'],
  ])('%s is %s', (typed, siren) => expect(sirenOf(typed)).toBe(siren))

  test.each([
    '',
    '732829321',
    '73282932',
    '7328293200',
    '73282932000075',
    '000000000',
    'RCS 732829320',
    '35600000000002',
    '73282932000077',
    // The establishment's check digit fits, the company's does not.
    '73282931000076',
    '７３２８２９３２０',
  ])('%s is none', typed => expect(sirenOf(typed)).toBeNull())

  test('each single wrong digit is noticed, and each swap of two neighbours but 09 and 90', () => {
    const right = '732829320'
    for (let at = 0; at < right.length; at += 1) {
      for (const digit of '0123456789') {
        if (digit !== right[at]) expect(sirenOf(right.slice(0, at) + digit + right.slice(at + 1))).toBeNull()
      }
      const [one = '', other = ''] = right.slice(at, at + 2)
      const swapped = right.slice(0, at) + other + one + right.slice(at + 2)
      if (other !== '' && one !== other) expect(sirenOf(swapped)).toBeNull()
    }
  })
})
