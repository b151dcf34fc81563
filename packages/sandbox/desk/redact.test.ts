import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeIban } from '#sandbox/people/iban.ts'
import { newResourceId } from '#sandbox/store/resource-id.ts'
import { redactHeader, redactText } from './redact.ts'

const letters = (alphabet: string) => (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: min, maxLength: max })
const token = letters('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')(25, 80)
const iban = fc
  .tuple(fc.constantFrom('19870', '19871', '19874'), fc.nat(99_999), fc.nat(99_999_999))
  .map(([bank, branch, number]) => makeIban(bank, String(branch).padStart(5, '0'), String(number).padStart(11, '0')))
const leaks = (shown: string, secret: string) => shown.includes(secret.slice(0, 12))

describe('nothing secret is shown', () => {
  test('tokens in headers, bodies and addresses are shortened', () => {
    fc.assert(
      fc.property(token, secret => {
        for (const shown of [
          redactHeader('Authorization', `Bearer ${secret}`),
          redactHeader('authorization', secret),
          redactHeader('Cookie', `authorization=${secret}`),
          redactHeader('Location', `https://tpp.example/cb?code=${secret}&state=x`),
          redactHeader('Location', `https://bank.example/login?fallback=${secret}.${secret}.${secret}`),
          redactText(JSON.stringify({ access_token: secret, refresh_token: secret, token_type: 'Bearer' })),
          redactText(JSON.stringify({ registration_access_token: secret })),
          redactText(new URLSearchParams({ grant_type: 'refresh_token', refresh_token: secret }).toString()),
          redactText(new URLSearchParams({ code: secret, code_verifier: secret }).toString()),
          redactText(new URLSearchParams({ token: secret, token_type_hint: 'refresh_token' }).toString()),
          redactText(`/consent?paymentRequestResourceId=1&nonce=${secret}`),
        ]) {
          expect(leaks(shown, secret), shown).toBe(false)
        }
      }),
    )
  })

  test('signatures are shortened, the rest of the header is kept', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 256 }), bytes => {
        const signature = Buffer.from(bytes).toString('base64')
        const header = `keyId="https://tpp.example/qseal_${'ab'.repeat(32)}.pem",algorithm="rsa-sha256",headers="date",signature="${signature}"`
        const shown = redactHeader('Signature', header)
        expect(leaks(shown, signature)).toBe(false)
        expect(shown).toContain('ab'.repeat(32))
      }),
    )
  })

  test('IBANs are masked everywhere', () => {
    fc.assert(
      fc.property(iban, number => {
        const grouped = number.match(/.{1,4}/g)?.join(' ') ?? ''
        for (const text of [
          JSON.stringify({ accountId: { iban: number } }),
          `VIR DE ${grouped} MERCI`,
          `?iban=${number}&x=1`,
          `${number}`,
          number.toLowerCase(),
        ]) {
          const shown = redactText(text).replaceAll(' ', '').toLowerCase()
          expect(shown, text).not.toContain(number.slice(4, 20).toLowerCase())
        }
        expect(redactHeader('X-Request-ID', number)).not.toContain(number.slice(4, 20))
      }),
    )
  })
})

test('ids of the bank’s own never look like an IBAN', () => {
  for (const bytes of [12, 14])
    for (let at = 0; at < 500; at += 1) {
      const path = `/payment-requests/${newResourceId(bytes)}/o-confirmation`
      expect(redactText(path)).toBe(path)
    }
})

test('other text stays readable', () => {
  const body =
    '{"status":403,"error":"The account is blocked","message":"AC06","code":"FF01","path":"/accounts/0123456789ABCDEF01234567/balances"}'
  expect(redactText(body)).toBe(body)
  expect(redactHeader('Digest', 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=')).toContain(
    'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=',
  )
  expect(redactText('grant_type=authorization_code&scope=aisp')).toBe('grant_type=authorization_code&scope=aisp')
})
