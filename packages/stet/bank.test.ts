import { describe, expect, test } from 'vitest'
import { atBase, createBank, dataUrl } from './bank.ts'
import { defaultLimits } from './limits.ts'
import { json, scriptBank, testSigner } from './testing/scripted-bank.ts'

const make = (more: object) => () => scriptBank(() => json(200, {}), more)

describe('making a bank', () => {
  test('base addresses with a path, with or without a trailing slash', () => {
    for (const baseUrl of ['https://bank.test/api/v9', 'https://bank.test/api/v9/']) {
      const { bank } = scriptBank(() => json(200, {}), { baseUrl })
      expect(dataUrl(bank, '/accounts').href).toBe('https://bank.test/api/v9/stet/psd2/v1.6.2/accounts')
    }
    expect(atBase(new URL('https://bank.test'), '/x').href).toBe('https://bank.test/x')
  })

  test.each([
    ['http', { baseUrl: 'http://bank.test' }],
    ['no address', { baseUrl: 'bank.test' }],
    ['a user in the address', { baseUrl: 'https://me@bank.test' }],
    ['a query in the address', { baseUrl: 'https://bank.test/?a=1' }],
    ['a fragment in the address', { baseUrl: 'https://bank.test/#a' }],
    ['screens that are no address', { screensUrl: '/authorize' }],
    ['a keyId that ends its quotes', { seal: { signer: testSigner, keyId: 'k",headers="date' } }],
    ['an empty keyId', { seal: { signer: testSigner, keyId: '' } }],
  ])('refuses %s', (_, more) => expect(make(more)).toThrow(TypeError))

  test('a given limit replaces only its own default', () => {
    const { bank } = scriptBank(() => json(200, {}), { limits: { connections: 2 } })
    expect(bank.limits).toEqual({ ...defaultLimits, connections: 2 })
  })

  test('unusable certificates are reported at once', () => {
    const settings = {
      code: '1',
      baseUrl: 'https://bank.test',
      screensUrl: 'https://bank.test',
      version: '1.6.2',
      clientId: 'c',
      pkce: true,
    } as const
    expect(() =>
      createBank({ ...settings, seal: { signer: testSigner, keyId: 'k' }, tls: { cert: '', key: 'x', ca: '' } }),
    ).toThrow()
  })
})
