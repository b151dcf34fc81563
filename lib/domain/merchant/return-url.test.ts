import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { fillReturnUrl, findReturnUrlFault, isRegisteredReturnUrl, maxReturnUrls } from './return-url.ts'

const registered = ['https://librairie.example/merci', 'https://librairie.example', 'http://localhost:4000/done?shop=1']

/** C41: fifty addresses that known URL matchers have accepted by mistake. */
const tricky = rowsOf<[string]>(import.meta.url, 'tricky-return-urls')

describe('where a payer may be sent back to (C41)', () => {
  test.each(registered)('%s, as it was registered', address => {
    expect(isRegisteredReturnUrl(registered, address)).toBe(true)
  })

  test.each(tricky)('not %j', address => {
    expect(isRegisteredReturnUrl(registered, address)).toBe(false)
  })

  test.each([
    'https://librairie.example/merci?order=7&x=%20',
    'https://librairie.example/merci?',
    'https://librairie.example/merci?session={CHECKOUT_SESSION_ID}',
    'https://librairie.example/merci?mail=camille@example.com',
    "https://librairie.example/merci?name=O'Reilly&all=*",
  ])('%s: with any query, if it was registered without one', address => {
    expect(isRegisteredReturnUrl(['https://librairie.example/merci'], address)).toBe(true)
    expect(isRegisteredReturnUrl(['https://librairie.example/merci?shop=1'], address)).toBe(false)
  })

  test.each([
    'https://librairie.example/merci?{id}',
    'https://librairie.example/merci{CHECKOUT_SESSION_ID}',
    'https://librairie.example/{CHECKOUT_SESSION_ID}',
    `https://librairie.example/merci?${'{CHECKOUT_SESSION_ID}'.repeat(14)}`,
  ])('not %s', address => {
    expect(isRegisteredReturnUrl(['https://librairie.example/merci'], address)).toBe(false)
  })

  test('the placeholder becomes the session’s id wherever it stands', () => {
    expect(fillReturnUrl('https://a.example/?x={CHECKOUT_SESSION_ID}&y={CHECKOUT_SESSION_ID}', '7')).toBe(
      'https://a.example/?x=7&y=7',
    )
  })

  test('nowhere if nothing was registered', () => {
    for (const address of registered) expect(isRegisteredReturnUrl([], address)).toBe(false)
  })

  test('no changed spelling of a registered address is accepted', () => {
    const change = fc.tuple(fc.nat({ max: 30 }), fc.string({ minLength: 1, maxLength: 3 }))
    fc.assert(
      fc.property(fc.constantFrom(...registered), change, (address, [at, text]) => {
        const changed = address.slice(0, at) + text + address.slice(at)
        const isQuery = registered.includes(changed.split('?', 1)[0] ?? '') && findReturnUrlFault(changed) === null
        expect(isRegisteredReturnUrl(registered, changed)).toBe(registered.includes(changed) || isQuery)
      }),
    )
  })
})

describe('what may be registered', () => {
  test('twenty addresses of an organisation', () => {
    expect(maxReturnUrls).toBe(20)
  })

  test.each([
    ['https://librairie.example/merci', null],
    ['https://librairie.example', null],
    ['https://librairie.example/merci?order={id}', 'not_plain'],
    ['https://librairie.example/merci?ok=1', null],
    ['http://localhost:4000/done', null],
    ['http://127.0.0.1:4000/done', null],
    ['http://[::1]:4000/done', null],
    ['http://librairie.example/merci', 'not_https'],
    ['https://user@librairie.example/', 'has_user'],
    ['https://librairie.example/#x', 'has_fragment'],
    ['https://librairie.example/a/../b', 'not_plain'],
    ['https://Librairie.example/', 'not_plain'],
    ['https://librairie.example:443/', 'not_plain'],
    ['https://librairie.example/é', 'not_plain'],
    ['https://*.librairie.example/', 'not_plain'],
    ['javascript:alert(1)', 'not_an_address'],
    ['https:librairie.example', 'not_an_address'],
    ['/merci', 'not_an_address'],
    [`https://librairie.example/${'a'.repeat(474)}`, null],
    [`https://librairie.example/${'a'.repeat(475)}`, 'too_long'],
  ])('%s: %s', (address, fault) => {
    expect(findReturnUrlFault(address)).toBe(fault)
  })
})
