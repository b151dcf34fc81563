import { createHash, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCertificate } from '#sandbox/pki/read-certificate.ts'
import { buildSigningString, parseSignatureHeader } from './signature-header.ts'

const read = (name: string) => readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8')
const names = ['(request-target)', 'host', 'date', 'x-request-id', 'digest', 'content-type']
const request = {
  method: 'PUT',
  target: '/stet/psd2/v1.6.2/consents?a=b%20c',
  headers: new Headers({
    host: '19870.sandbox.localhost:8443',
    date: 'Sat, 21 Nov 2026 06:00:00 GMT',
    'x-request-id': '4b1f3c1e-6a55-4e4b-9a0e-1a2b3c4d5e6f',
    digest: `SHA-256=${createHash('sha256').update('{"balances":[]}').digest('base64')}`,
    'content-type': 'application/json',
  }),
}

describe('the vector made with openssl', () => {
  test('equals our signing string, and verifies with its certificate', () => {
    const built = buildSigningString(request, names)
    const certificate = parseCertificate(read('seal.pem'))
    expect(built.ok && built.bytes.toString('latin1')).toBe(read('signing-string.txt'))
    const header = parseSignatureHeader(
      `keyId="k",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${read('signature.txt')}"`,
    )
    if (!header.ok || !built.ok || !certificate) throw new Error('the vector is not read')
    expect(verify('RSA-SHA256', built.bytes, certificate.publicKey, header.signature.signature)).toBe(true)
  })

  test('the certificate has its organisation, role and use', () => {
    expect(parseCertificate(read('seal.pem'))).toMatchObject({
      organisationId: 'PSDBE-NBB-0123456789',
      roles: ['PSP_AI'],
      use: 'qsealc',
      fingerprint: 'f1c62cecef356f114bebe2a3c6f7755c197f8b73d1ab672e4c35c06b81f22cc9',
    })
  })
})

describe('the signing string', () => {
  test('follows the order of the list, not that of the headers', () => {
    const built = buildSigningString(request, ['date', '(request-target)'])
    expect(built.ok && built.bytes.toString()).toBe(
      'date: Sat, 21 Nov 2026 06:00:00 GMT\n(request-target): put /stet/psd2/v1.6.2/consents?a=b%20c',
    )
  })

  test('joins a repeated header and keeps an empty one (draft § 2.3)', () => {
    const headers = new Headers({ 'x-empty': '' })
    headers.append('cache-control', 'max-age=60')
    headers.append('cache-control', 'must-revalidate')
    const built = buildSigningString({ ...request, headers }, ['cache-control', 'x-empty'])
    expect(built.ok && built.bytes.toString()).toBe('cache-control: max-age=60, must-revalidate\nx-empty: ')
  })

  test('is impossible if a header is missing', () => {
    expect(buildSigningString(request, ['psu-date']).ok).toBe(false)
  })
})

describe('parsing', () => {
  test('accepts spaces around commas and any order of parameters', () => {
    const parsed = parseSignatureHeader('signature="AAAA" , headers="date", algorithm="rsa-sha256",keyId="a\\"b"')
    expect(parsed).toMatchObject({ ok: true, signature: { keyId: 'a"b', headers: ['date'] } })
  })

  test('never throws, and an accepted header has all four parameters', () => {
    const piece = fc.constantFrom(
      'keyId',
      'algorithm',
      'headers',
      'signature',
      '=',
      '"',
      ',',
      ' ',
      'rsa-sha256',
      'date',
      '\\',
      'x',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map(parts => parts.join('')),
        ),
        text => {
          const parsed = parseSignatureHeader(text)
          const needed = ['keyId="', 'algorithm="rsa-sha256"', 'headers="', 'signature="']
          if (parsed.ok) for (const part of needed) expect(text).toContain(part)
          else expect(parsed.fault).not.toBe('')
        },
      ),
    )
  })
})
