import { describe, expect, test } from 'vitest'
import { createLog, scrubText } from './log.ts'

/** Values that must never appear in a log (C50). */
const canaries = {
  iban: 'FR7619870000000001234567890',
  spacedIban: 'FR76 1987 0000 0000 1234 5678 901',
  jwe: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..abcDEF123_-x.cipherTEXT99.tagTAG77',
  bearer: 'Bearer 0123456789abcdefABCDEF',
  code: 'SplxlOBeZQQYbYS6WxSbIA',
  person: 'Camille Bernard',
  email: 'camille@guichet.example',
  signature: 'Kzs9bm90LWEtcmVhbC1zaWduYXR1cmU=',
}

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', { write: line => void lines.push(line) }))
  return lines.join('')
}

function expectNoCanary(output: string) {
  for (const canary of Object.values(canaries)) expect(output).not.toContain(canary)
}

describe('log', () => {
  test('masks members by their names, at any depth', () => {
    const output = logged(log =>
      log.info({
        request: {
          headers: { authorization: canaries.bearer, signature: canaries.signature },
          query: { code: canaries.code },
        },
        account: { iban: canaries.iban, name: canaries.person },
      }),
    )
    expectNoCanary(output)
    expect(output).toContain('[redacted]')
  })

  test('masks what looks secret wherever it stands', () => {
    const text = `GET /callback/19870?code=${canaries.code}&state=x ${canaries.bearer} ${canaries.jwe} ${canaries.spacedIban} ${canaries.email}`
    const output = logged(log => {
      log.warn(text)
      log.error({ detail: text, list: [canaries.iban] }, 'with members')
    })
    expectNoCanary(output)
    expect(output).toContain('FR**8901')
  })

  test.each([
    'fr6519870000011234567890100',
    'FR65.1987.0000.0112.3456.7890.100',
    'FR65\u00a01987\u00a00000\u00a00112\u00a03456\u00a07890\u00a0100',
    'Fr65%201987%200000%200112%203456%207890%20100',
  ])('an IBAN written as %s', iban => {
    expect(scrubText(`to ${iban} for you`)).toBe(`to ${iban.slice(0, 2)}**0100 for you`)
  })

  test.each([
    'ab12cdef-9af7-4b1c-8f3e-2d6f0c1a9e55',
    'b3ce5af6-2db8-4074-ad58-19d0a37e6b79',
    'fe12aa93ef9b4acb9ccd660823276d2f',
    'up10 were read then kept',
  ])('%s is no IBAN', text => {
    expect(scrubText(text)).toBe(text)
  })

  test('masks errors: message, stack, cause', () => {
    const cause = new Error(`refresh_token=${canaries.code}`)
    const error = Object.assign(new Error(`bad ${canaries.iban} ${canaries.jwe}`, { cause }), { code: 'ECONNRESET' })
    const output = logged(log => log.error({ err: error }, `failed for ${canaries.iban}`))
    expectNoCanary(output)
    expect(output).toContain('ECONNRESET')
    expect(output).toContain('FR**7890')
  })

  test('an error given alone is masked too', () => {
    expectNoCanary(logged(log => log.error(new Error(`bad ${canaries.iban}`))))
  })

  test.each(['iban', 'spacedIban', 'jwe', 'email'] as const)('a long text is cut before its %s', name => {
    const text = `${'x '.repeat(8_185)}${canaries[name]} ${'y'.repeat(5_000_000)}`
    for (let at = 0; at < 20; at += 1) {
      const cut = scrubText(text.slice(at))
      expect(cut.length).toBeLessThan(17_000)
      expect(cut.replaceAll(/x |\[…\]/g, '').trim().length).toBeLessThan(12)
    }
  })

  test('leaves ordinary words and ids alone', () => {
    const id = '0198f7c2-9a1b-7c3d-8e4f-1a2b3c4d5e6f'
    expect(scrubText(`connection ${id} read 42 lines in 12 ms`)).toBe(`connection ${id} read 42 lines in 12 ms`)
  })
})
