import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStaple } from './ocsp.ts'
import { issue, makeAuthority } from './testing/certificates.ts'
import { makeStaple, type StapleOrder } from './testing/staple.ts'

const authority = await makeAuthority('Test authority')
const stranger = await makeAuthority('Test authority')
const server = await issue(authority, { name: 'bank' })
const other = await issue(authority, { name: 'bank' })

const at = new Date()
const later = (ms: number) => new Date(at.getTime() + ms)
const dayMs = 86_400_000
const minuteMs = 60_000
const read = (staple: Buffer | null) =>
  readStaple(staple, new X509Certificate(server.cert), new X509Certificate(authority.cert), at)
const status = (order: StapleOrder, about = server) => read(makeStaple(about.cert, authority, order))

describe('the status in a stapled OCSP answer', () => {
  test.each<[StapleOrder, string]>([
    [{}, 'good'],
    [{ digest: 'sha1' }, 'good'],
    [{ status: 'revoked' }, 'revoked'],
    [{ status: 'unknown' }, 'unknown'],
    [{ until: null }, 'good'],
    [{ until: later(-dayMs), from: later(-2 * dayMs) }, 'unknown'],
    [{ until: null, from: later(-2 * dayMs) }, 'unknown'],
    [{ from: later(dayMs), until: later(2 * dayMs) }, 'unknown'],
    // Clocks may differ by five minutes.
    [{ from: later(4 * minuteMs), until: later(dayMs) }, 'good'],
    [{ from: later(6 * minuteMs), until: later(dayMs) }, 'unknown'],
    [{ from: later(-dayMs), until: later(-4 * minuteMs) }, 'good'],
    [{ from: later(-dayMs), until: later(-6 * minuteMs) }, 'unknown'],
    // A revocation is final.
    [{ status: 'revoked', until: later(-dayMs), from: later(-2 * dayMs) }, 'revoked'],
  ])('%j: %s', (order, expected) => {
    expect(status(order)).toBe(expected)
  })

  test('for another certificate, or of an authority with the same name, is unknown', () => {
    expect(status({ status: 'revoked' }, other)).toBe('unknown')
    expect(read(makeStaple(server.cert, stranger, { status: 'revoked' }))).toBe('unknown')
    expect(status({ status: 'revoked', signer: stranger })).toBe('unknown')
  })

  test('is accepted from a responder delegated by the issuer, and from no other', async () => {
    const named = await issue(authority, { name: 'responder', signsOcsp: true })
    const foreign = await issue(stranger, { name: 'responder', signsOcsp: true })
    const over = await issue(authority, { name: 'responder', signsOcsp: true, endsAt: later(-60_000) })
    expect(status({ status: 'revoked', signer: named })).toBe('revoked')
    for (const signer of [other, foreign, over]) expect(status({ status: 'revoked', signer })).toBe('unknown')
  })

  test('that is missing, truncated, changed or something else is unknown, and nothing throws', () => {
    const whole = makeStaple(server.cert, authority, { status: 'revoked' })
    expect([null, Buffer.alloc(0), Buffer.alloc(100_000, 0x30), Buffer.from('no')].map(read)).toEqual(
      Array.from({ length: 4 }, () => 'unknown'),
    )
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (offset, flip) => {
        expect(read(whole.subarray(0, offset))).toBe('unknown')
        const changed = Buffer.from(whole)
        changed[offset] = (changed[offset] ?? 0) ^ flip
        expect(['unknown', 'revoked']).toContain(read(changed))
      }),
    )
  })

  test.each(['good', 'revoked'] as const)('made by openssl: %s', status => {
    const file = (name: string) => readFileSync(new URL(`vectors/ocsp-${name}`, import.meta.url))
    const leaf = new X509Certificate(file(`${status}.pem`))
    const issuer = new X509Certificate(file('ca.pem'))
    const answer = file(`${status}.der`)
    expect(readStaple(answer, leaf, issuer, new Date('2026-11-22T21:00:00Z'))).toBe(status)
    expect(readStaple(answer, issuer, issuer, new Date('2026-11-22T21:00:00Z'))).toBe('unknown')
  })
})
