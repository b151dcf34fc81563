import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parsePkcs11Uri, pkcs11Signer } from './pkcs11.ts'

// Signatures of a real token: npm run soak -- keys.

afterEach(() => vi.unstubAllEnvs())

describe('a pkcs11: URI (RFC 7512)', () => {
  const none = { token: null, serial: null, object: null, id: null }

  test.each([
    ['pkcs11:object=qseal', { ...none, object: 'qseal' }],
    ['pkcs11:token=guichet;object=qseal-2026;type=private', { ...none, token: 'guichet', object: 'qseal-2026' }],
    ['pkcs11:id=%01%aF;serial=1f', { ...none, serial: '1f', id: '01af' }],
    ['pkcs11:object=cl%C3%A9%20un', { ...none, object: 'clé un' }],
  ])('%s', (uri, name) => expect(parsePkcs11Uri(uri)).toEqual(name))

  test.each([
    ['pkcs11:', /not understood/],
    ['pkcs11:token=guichet', /names no key/],
    ['pkcs11:object=qseal;type=public', /names no private key/],
    ['pkcs11:object=a;object=b', /not understood/],
    ['pkcs11:object=', /not understood/],
    ['pkcs11:object=a b', /not understood/],
    ['pkcs11:object=%4', /not understood/],
    ['pkcs11:slot-id=1;object=a', /not understood/],
    [`pkcs11:object=${'a'.repeat(201)}`, /not understood/],
    // What an operator enters must not load a library.
    ['pkcs11:object=a?module-path=/tmp/evil.so', /has no query here/],
    ['pkcs11:object=a?pin-value=1234', /has no query here/],
  ])('%s is refused, with the form it should have', (uri, message) => {
    expect(() => parsePkcs11Uri(uri)).toThrow(message)
    expect(() => parsePkcs11Uri(uri)).toThrow(/write pkcs11:token=…;object=…$/)
    expect(() => parsePkcs11Uri(uri)).not.toThrow(/1234|evil/)
  })
})

test.each(['PKCS11_MODULE', 'PKCS11_PIN_FILE'])('without %s no process is started', missing => {
  vi.stubEnv('PKCS11_MODULE', '/usr/lib/token.so')
  vi.stubEnv('PKCS11_PIN_FILE', '/etc/guichet/pin')
  vi.stubEnv(missing, '')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  expect(() => pkcs11Signer('pkcs11:object=qseal', publicKey)).toThrow(`${missing} is missing`)
})
