import { describe, expect, test } from 'vitest'
import { bankCodes } from '#stet/terms/cause.ts'
import { BankError, isInvalidGrant, isInvalidToken, isQuotaUsed, maskDetail, readErrorWords } from './errors.ts'

const words = (body: unknown, challenge: string | null = null) =>
  readErrorWords(typeof body === 'string' ? body : JSON.stringify(body), challenge)

describe('the content of an error answer (bank:D1)', () => {
  test.each(bankCodes)('%s in message, code, error and errorCode', code => {
    for (const member of ['message', 'code', 'error', 'errorCode']) {
      expect(words({ status: 403, [member]: code })).toMatchObject({ code, rawCode: code })
    }
  })

  test('prefers message, then code, error, errorCode, and skips anything but a code', () => {
    expect(words({ errorCode: 'INTE', error: 'NGAC', code: 'AC01', message: 'AC04' }).code).toBe('AC04')
    expect(words({ errorCode: 'INTE', error: 'NGAC', code: 'AC01', message: 'RJCT' }).code).toBe('AC01')
    expect(words({ errorCode: 'INTE', error: 'Forbidden', message: 'no' }).code).toBe('INTE')
  })

  test('knows other spellings, and keeps the original', () => {
    expect(words({ message: 'TQMR' })).toMatchObject({ code: 'TMRQ', rawCode: 'TQMR' })
    expect(words({ message: 'ISPM' })).toMatchObject({ code: 'NIMP', rawCode: 'ISPM' })
    expect(words({ message: 'ac01 - compte inconnu' })).toMatchObject({ code: 'AC01' })
  })

  test('a long code that nobody knows is cut', () => {
    const fields = { kind: 'status', operation: 'o', requestId: 'r', sent: 'yes', detail: 'd' } as const
    const error = new BankError({ ...fields, rawCode: 'x'.repeat(71) })
    expect([error.rawCode?.length, error.detail, error.status, error.code]).toEqual([70, 'd', null, null])
    expect(new BankError({ ...fields, detail: 'y'.repeat(201) }).detail).toHaveLength(200)
  })

  test('its message says the operation, the kind, and the code, what came in its place, the status or the detail', () => {
    const fields = { kind: 'status', operation: 'accounts.list', requestId: 'r', sent: 'yes', detail: 'd' } as const
    const messageOf = (more: object) => new BankError({ ...fields, ...more }).message
    expect(messageOf({ code: 'NGAC', rawCode: 'x', status: 403 })).toBe('accounts.list: status (NGAC)')
    expect(messageOf({ rawCode: 'x', status: 403 })).toBe('accounts.list: status (x)')
    expect(messageOf({ status: 403 })).toBe('accounts.list: status (403)')
    expect(messageOf({})).toBe('accounts.list: status (d)')
    expect(new BankError(fields)).not.toHaveProperty('cause')
    expect(new BankError({ ...fields, cause: 'why' })).toHaveProperty('cause', 'why')
  })

  test('an answer without words says so', () => {
    expect(['', ' \n', '<p>', '{}'].map(body => words(body).detail)).toEqual([
      'no body',
      'no body',
      'body without a message',
      'body without a message',
    ])
  })

  test('an expired token counts before what the body says', () => {
    expect(words({ message: 'NGAC' }, 'Bearer error="invalid_token"').rawCode).toBe('invalid_token')
  })

  test.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['HTML', '<!doctype html><title>503 NGAC</title>'],
    ['text', 'Service unavailable'],
    ['broken JSON', '{"message":"NG'],
    ['a JSON list', '["NGAC"]'],
    ['JSON null', 'null'],
    ['numbers', '{"message":12,"code":{"a":1}}'],
  ])('survives %s', (_, body) => {
    expect(words(body).code).toBeNull()
  })

  test('finds a code in plain text', () => {
    expect(words('TMRQ').code).toBe('TMRQ')
    expect(words('"NGAC"').code).toBe('NGAC')
  })

  test('knows OAuth errors and an expired token in either place (bank:D2, bank:D3)', () => {
    expect(words({ error: 'invalid_grant', error_description: 'code used' })).toMatchObject({
      code: null,
      rawCode: 'invalid_grant',
    })
    expect(words({ status: 401, message: 'Unauthorized', error: 'invalid_token' }).rawCode).toBe('invalid_token')
    expect(words('', 'Bearer realm="bank", error="invalid_token"').rawCode).toBe('invalid_token')
    expect(words('', 'Bearer error="insufficient_scope"').rawCode).toBe('insufficient_scope')
    expect(words({ error: 'invalid_grant' }, 'Bearer error="insufficient_scope"').rawCode).toBe('invalid_grant')
  })
})

describe('predicates of an error', () => {
  const failed = { operation: 'accounts.list', requestId: 'r', sent: 'yes', detail: '' } as const

  test('quota: 429, or TMRQ whatever the status (bank:D5)', () => {
    expect(isQuotaUsed(new BankError({ ...failed, kind: 'status', status: 429 }))).toBe(true)
    expect(isQuotaUsed(new BankError({ ...failed, kind: 'status', status: 403, code: 'TMRQ' }))).toBe(true)
    expect(isQuotaUsed(new BankError({ ...failed, kind: 'status', status: 403, code: 'NGAC' }))).toBe(false)
    expect(isQuotaUsed(new Error('429'))).toBe(false)
  })

  test('dead access token, dead grant', () => {
    const expired = new BankError({ ...failed, kind: 'status', status: 401, rawCode: 'invalid_token' })
    const dead = new BankError({ ...failed, kind: 'status', status: 400, rawCode: 'invalid_grant' })
    expect([isInvalidToken(expired), isInvalidToken(dead)]).toEqual([true, false])
    expect([isInvalidGrant(expired), isInvalidGrant(dead)]).toEqual([false, true])
    const unsigned = new BankError({ ...failed, kind: 'status', status: 401, rawCode: null })
    expect(isInvalidToken(unsigned)).toBe(false)
  })
})

describe('detail', () => {
  test('contains no IBAN, nothing long enough to be a secret, no control character, and is short', () => {
    const secret = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'
    const text = maskDetail(
      `no FR7619870000010000000000171, fr7619870000010000000000171 or FR76 1987 0000 0100 0000 0000 171\n${secret} ${'a b '.repeat(99)}`,
    )
    expect(text).not.toMatch(/0000000171|0000 171/)
    expect(text).not.toContain(secret.slice(0, 32))
    expect(text).not.toContain('\n')
    expect(text.length).toBeLessThanOrEqual(140)
  })
})

describe('texts of any size', () => {
  test.each([
    ['one word', 'x'.repeat(7_000_000)],
    ['capitals', 'FR76'.repeat(1_750_000)],
    ['control characters', '\u0000'.repeat(7_000_000)],
    ['an OAuth word', `${'a_'.repeat(3_500_000)}a`],
    ['words', 'word '.repeat(1_400_000)],
    ['half characters', '\ud83d'.repeat(1_000_000)],
  ])('%s of megabytes: masked and short, in a body and by itself', (_, text) => {
    expect(maskDetail(text).length).toBeLessThanOrEqual(140)
    const { detail, rawCode } = words({ message: text, error: text })
    expect(detail.length).toBeLessThanOrEqual(140)
    expect(rawCode).toBeNull()
    expect(words(text).detail.length).toBeLessThanOrEqual(140)
    expect(words({}, `Bearer error="${text.slice(0, 10_000)}"`).rawCode?.length ?? 0).toBeLessThanOrEqual(64)
  })

  test('no part of an IBAN or a secret is left at the cut', () => {
    // Enough is masked before it for the cut to be visible.
    const before = `${'s'.repeat(2_000)} ${'t'.repeat(2_075)} `
    expect(maskDetail(`${before}FR7619870000010000000000138`)).toBe('[…] […] […]')
    expect(maskDetail(`${before}FR76 1987 0000 0100 0000 0000 138`)).toBe('[…] […] […]')
    expect(maskDetail(`${before}abc-SECRET-0123456789abcdefghijklmnop`)).toBe('[…] […] […]')
  })
})
