import { describe, expect, test } from 'vitest'
import { readOptions } from './options.ts'

const sound = {
  apiKey: 'gk_test_abc',
  webhookSecret: `whsec_${Buffer.from('a secret').toString('base64')}`,
  returnUrl: 'https://shop.example/back',
}

describe('options', () => {
  test('a test key needs no address: it is that of the demonstration', () => {
    expect(readOptions(sound)).toEqual({ ...sound, apiUrl: 'http://localhost:3000', referencePrefix: 'Order' })
  })

  test('all of them', () => {
    const all = { ...sound, apiKey: 'gk_live_abc', apiUrl: 'https://guichet.example', referencePrefix: 'Commande' }
    expect(readOptions(all)).toEqual(all)
  })

  test('every one that is missing is named at once', () => {
    for (const given of [undefined, {}]) {
      expect(() => readOptions(given)).toThrow(
        /^medusa-payment-guichet: apiKey: .*; webhookSecret: .*; returnUrl: .*; apiUrl: /,
      )
    }
  })

  test.each([
    ['apiKey', 'sk_test_abc'],
    ['apiKey', 'gk_test_'],
    ['apiKey', 'gk_test_a b'],
    ['apiKey', 42],
    ['webhookSecret', 'secret'],
    ['webhookSecret', 'whsec_'],
    ['returnUrl', 'shop.example/back'],
    ['returnUrl', 'javascript:alert(1)'],
    ['apiUrl', 'guichet.example'],
    ['apiUrl', ''],
    ['referencePrefix', ''],
    ['referencePrefix', 'x'.repeat(101)],
  ])('%s can’t be %j, and nothing else is complained about', (name, value) => {
    const faultOf = () => readOptions({ ...sound, apiUrl: 'https://guichet.example', [name]: value })
    expect(faultOf).toThrow(new RegExp(`^medusa-payment-guichet: ${name}: [^;]+(; only a test key [^;]+)?$`))
  })

  test('a live key goes nowhere but where https leads, and has no default address', () => {
    const live = { ...sound, apiKey: 'gk_live_abc' }
    for (const apiUrl of [undefined, 'http://localhost:3000', 'http://guichet.example'])
      expect(() => readOptions({ ...live, apiUrl })).toThrow('apiUrl')
    expect(readOptions({ ...sound, apiUrl: 'http://guichet:3000' }).apiUrl).toBe('http://guichet:3000')
  })

  test('no secret is shown', () => {
    const given = { apiKey: 'gk_live_very-secret', webhookSecret: 'not-so-very-secret' }
    expect(() => readOptions(given)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('very') }))
  })
})
