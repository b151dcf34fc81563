import { describe, expect, test } from 'vitest'
import { longestBody, maskedBody, maskedPath } from './masked-body.ts'

const iban = 'FR7630006000011234567890189'
const read = (body: unknown) => JSON.parse(maskedBody(body) ?? 'null')

describe('a body', () => {
  test.each([undefined, null])('%s is none', body => expect(maskedBody(body)).toBeNull())

  test.each([
    [{ creditor_iban: iban }, { creditor_iban: 'FR76 •••• 0189' }],
    [{ debtor_iban: null }, { debtor_iban: null }],
    [{ creditor_name: 'Camille Bernard' }, { creditor_name: 'C••• B•••' }],
    [
      { creditor: { name: 'Camille Bernard', iban: 'DE89 3704 0044 0532 0130 00' } },
      { creditor: { name: 'C••• B•••', iban: 'DE89 •••• 3000' } },
    ],
    [{ payer: { name: 'Zoé', email: 'zoe@mail.example' } }, { payer: { name: 'Z•••', email: '•••@mail.example' } }],
    [{ secret: 'whsec_c2VjcmV0c2VjcmV0' }, { secret: '•••' }],
    [{ address: '203.0.113.16' }, { address: '203.0.113.•••' }],
    [{ url: 'https://shop.example/hooks?token=1&a=#x' }, { url: 'https://shop.example/hooks?token=•••&a=•••' }],
    [{ name: 'A book' }, { name: 'A book' }],
    [{ metadata: { cart: '7' } }, { metadata: { cart: '7' } }],
    [
      { amount: '12.34', reusable: false, uses: 3, link_id: null },
      { amount: '12.34', reusable: false, uses: 3, link_id: null },
    ],
  ])('%j is kept as %j', (body, kept) => expect(read(body)).toEqual(kept))

  test('has no IBAN, mail address or key in any text or member name', () => {
    const key = `gk_live_${'A'.repeat(43)}`
    const text = `from ${iban}, FR76 3000 6000 0112 3456 7890 189, write to zoe@mail.example with ${key}`
    const kept = maskedBody({ description: text, list: [text], [text]: { deep: { deeper: text } } }) ?? ''
    for (const secret of [iban, '3000 6000', 'zoe@', 'AAAA']) expect(kept).not.toContain(secret)
    expect(kept).toContain('•••@mail.example with gk_live_•••')
  })

  test('shows the first items of a list, and how many more there were', () => {
    expect(read({ data: [1, 2, 3, 4, 5] })).toEqual({ data: [1, 2, 3, '… 2 more'] })
    expect(read({ data: [1, 2, 3] })).toEqual({ data: [1, 2, 3] })
  })

  test('is limited in size, however deep, long or wide it is', () => {
    const deep = Array.from({ length: 50 }).reduce<unknown>(inner => ({ inner }), 'end')
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`m${at}`, 'x'.repeat(5_000)]))
    for (const body of [deep, wide, 'x'.repeat(100_000), [[[[wide]]]]]) {
      expect((maskedBody(body) ?? '').length).toBeLessThanOrEqual(longestBody + 1)
    }
    const address = `https://shop.example/?token=${'?'.repeat(60_000)}\n#${'#\n'.repeat(60_000)}`
    expect(read({ return_url: address })).toEqual({ return_url: 'https://shop.example/?token=•••' })
    expect(maskedBody(deep)).toContain('"…"')
  })

  test('is cut between characters', () => {
    const body = maskedBody(Array.from({ length: 40 }, () => '😀'.repeat(150))) ?? ''
    expect(body.isWellFormed()).toBe(true)
  })
})

test.each([
  ['/payments', '/payments'],
  ['/payments?limit=5&status=open', '/payments?limit=5&status=open'],
  [`/payments?search=${iban}`, '/payments?search=FR76 •••• 0189'],
  ['/payments?search=FR76+3000+6000+0112+3456+7890+189', '/payments?search=FR76 •••• 0189'],
  ['/payments?search=zoe%40mail.example', '/payments?search=•••@mail.example'],
])('the path %s is kept as %s', (path, kept) => expect(maskedPath(path)).toBe(kept))

test('a path is limited in size', () => expect(maskedPath(`/payments?search=${'x'.repeat(9_000)}`)).toHaveLength(300))
