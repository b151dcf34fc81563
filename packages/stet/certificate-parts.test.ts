import { describe, expect, test } from 'vitest'
import { readExtensions, shownName, signatureDigest, skewMs, unsaidLifeMs } from './certificate-parts.ts'
import { only, readElements } from './der.ts'
import { der } from './write-der.ts'

const element = (bytes: Buffer) => only(readElements(bytes))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

test.each([
  ['2a864886f70d01010b', 'sha256'],
  ['2a864886f70d01010c', 'sha384'],
  ['2a864886f70d01010d', 'sha512'],
  ['2a8648ce3d040302', 'sha256'],
  ['2a8648ce3d040303', 'sha384'],
  ['2a8648ce3d040304', 'sha512'],
  // SHA-1, with RSA and with ECDSA.
  ['2a864886f70d010105', undefined],
  ['2a8648ce3d0401', undefined],
])('the algorithm %s signs a digest of %s', (algorithm, digest) => {
  expect(signatureDigest(element(der(0x30, oid(algorithm))))).toBe(digest)
})

describe('extensions', () => {
  const value = Buffer.from('value')
  const read = (...flag: Buffer[]) =>
    readExtensions(element(der(0xa3, der(0x30, der(0x30, oid('551d1c'), ...flag, der(0x04, value)))))).get('551d1c')

  test.each([
    ['without a flag', [], false],
    ['with the flag', [der(0x01, Buffer.from([0xff]))], true],
    ['with another true flag', [der(0x01, Buffer.from([1]))], true],
    ['with a false flag', [der(0x01, Buffer.from([0]))], false],
  ])('%s', (_, flag, critical) => {
    expect(read(...flag)).toEqual({ critical, value })
  })

  test('there are none where there is no list', () => {
    expect(readExtensions(undefined).size).toBe(0)
  })
})

test('clocks may differ by five minutes; what names no next update holds for a day', () => {
  expect([skewMs, unsaidLifeMs]).toEqual([300_000, 86_400_000])
})

test('a name is shown on one line, without invisible characters, up to 300', () => {
  expect(shownName('C=FR\nO=Banque\u202E\nCN=Test')).toBe('C=FR, O=Banque, CN=Test')
  expect(shownName('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`)
})
