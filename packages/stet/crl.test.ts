import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalSerial } from '#stet/terms/certificate-serial.ts'
import { type Asked, readDistributionPoints, readRevocationList, statusInList } from './crl.ts'
import { type Issued, issue, makeAuthority } from './testing/certificates.ts'
import { type ListOrder, makeRevocationList } from './testing/revocation-list.ts'
import { der } from './write-der.ts'

const at = new Date()
const later = (ms: number) => new Date(at.getTime() + ms)
const dayMs = 86_400_000
const point = new URL('http://ca.example/list.crl')

const authority = await makeAuthority('Test authority')
const stranger = await makeAuthority('Test authority')
const server = await issue(authority, { name: 'bank' })
const other = await issue(authority, { name: 'bank' })

const read = (bytes: Buffer, issuer: Issued = authority) => readRevocationList(bytes, new X509Certificate(issuer.cert))
const askedOf = (pem: string): Asked => {
  const { serialNumber, ca } = new X509Certificate(pem)
  return { serial: canonicalSerial(serialNumber), isAuthority: ca, point, at }
}
const status = async (bytes: Buffer, asked = askedOf(server.cert)) => {
  const list = await read(bytes)
  return list === 'unreadable' ? list : statusInList(list, asked)
}
const list = (revoked: readonly string[], order: ListOrder = {}) => makeRevocationList(authority, revoked, order)
const toPem = (bytes: Buffer) =>
  Buffer.from(
    `-----BEGIN X509 CRL-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END X509 CRL-----\n`,
  )

const issuingPoint = (...members: Buffer[]) => ({ oid: '551d1c', value: der(0x30, ...members) })
const yes = (number: number) => der(0x80 + number, Buffer.from([0xff]))
const addressed = (address: string) => der(0xa0, der(0xa0, der(0x86, Buffer.from(address, 'latin1'))))

describe('the content of a CRL', () => {
  test.each<[string, () => Buffer, string]>([
    ['of others', () => list([other.cert, '00ff', '01']), 'good'],
    ['that is empty', () => list([]), 'good'],
    ['with the certificate', () => list([other.cert, server.cert]), 'revoked'],
    ['in PEM', () => toPem(list([server.cert])), 'revoked'],
    ['with GeneralizedTime', () => list([other.cert], { times: 'generalized' }), 'good'],
    ['without a next one, of today', () => list([other.cert], { until: null }), 'good'],
    ['empty and without a next one', () => list([], { until: null }), 'good'],
    ['without a next one, of two days ago', () => list([], { until: null, from: later(-2 * dayMs) }), 'unknown'],
    [
      'without a next one, of 25 hours ago',
      () => list([], { until: null, from: later(-(25 / 24) * dayMs) }),
      'unknown',
    ],
    ['without a next one, of 23 hours ago', () => list([], { until: null, from: later(-(23 / 24) * dayMs) }), 'good'],
    ['out of date, of others', () => list([other.cert], { from: later(-2 * dayMs), until: later(-dayMs) }), 'unknown'],
    ['out of date', () => list([server.cert], { from: later(-2 * dayMs), until: later(-dayMs) }), 'revoked'],
    ['of five minutes ahead of our clock', () => list([], { from: later(5 * 60_000), until: later(dayMs) }), 'good'],
    ['of more', () => list([], { from: later(5 * 60_000 + 1_000), until: later(dayMs) }), 'unknown'],
    ['that ended a second ago', () => list([], { from: later(-dayMs), until: later(-1_000) }), 'unknown'],
    ['of tomorrow', () => list([], { from: later(dayMs), until: later(2 * dayMs) }), 'unknown'],
    ['signed by a stranger of the same name', () => makeRevocationList(stranger, [server.cert]), 'unreadable'],
    [
      'with an algorithm that is not known',
      () => list([server.cert], { algorithm: '2a864886f70d010105' }),
      'unreadable',
    ],
    [
      'that adds to another',
      () => list([], { extensions: [{ oid: '551d1b', value: der(2, Buffer.from([1])) }] }),
      'unreadable',
    ],
    [
      'with its number',
      () => list([], { extensions: [{ oid: '551d14', value: der(2, Buffer.from([1])), critical: false }] }),
      'good',
    ],
    ['of its own address', () => list([], { extensions: [issuingPoint(addressed(point.href))] }), 'good'],
    [
      'of another address',
      () => list([], { extensions: [issuingPoint(addressed('http://ca.example/2.crl'))] }),
      'unknown',
    ],
    [
      'of another address, with it',
      () => list([server.cert], { extensions: [issuingPoint(addressed('http://x/'))] }),
      'revoked',
    ],
    ['of users alone', () => list([], { extensions: [issuingPoint(yes(1))] }), 'good'],
    ['of authorities alone', () => list([], { extensions: [issuingPoint(yes(2))] }), 'unknown'],
    ['of some reasons', () => list([], { extensions: [issuingPoint(yes(3))] }), 'unknown'],
    ['of other issuers too', () => list([], { extensions: [issuingPoint(yes(4))] }), 'unreadable'],
    ['of attributes', () => list([], { extensions: [issuingPoint(yes(5))] }), 'unreadable'],
  ])('a list %s', async (_, make, expected) => {
    expect(await status(make())).toBe(expected)
  })

  test('of another issuer with the same key is unreadable', async () => {
    const bytes = makeRevocationList({ ...authority, cert: other.cert }, [server.cert])
    expect(await read(bytes)).toBe('unreadable')
  })

  test('serials are compared whatever their notation: with a sign byte, in any case', async () => {
    for (const [written, asked] of [
      ['00ff01', 'FF01'],
      ['0a', 'A'],
    ] as const)
      expect(await status(list([written]), { serial: asked, isAuthority: false, point, at })).toBe('revoked')
  })

  test('that is truncated, changed or something else is unreadable, and nothing throws', async () => {
    const whole = list([server.cert])
    const nothing = [Buffer.alloc(0), Buffer.alloc(100_000, 0x30), Buffer.from('no'), der(0x30, Buffer.alloc(100_000))]
    for (const bytes of [...nothing, toPem(Buffer.from('no'))]) expect(await read(bytes)).toBe('unreadable')
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (offset, flip) => {
        expect(await read(whole.subarray(0, offset))).toBe('unreadable')
        const changed = Buffer.from(whole)
        changed[offset] = (changed[offset] ?? 0) ^ flip
        expect(['unreadable', 'revoked']).toContain(await status(changed))
      }),
    )
  })

  test('a hundred thousand entries are parsed in pieces, yielding in between', async () => {
    const serials = Array.from({ length: 100_000 }, (_, index) => (0x1000_0000 + index).toString(16))
    const bytes = list(serials)
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const read100k = await read(bytes)
    isOver = true
    if (read100k === 'unreadable') throw new Error(read100k)
    expect(serials.filter(serial => !read100k.serials.has(serial.toUpperCase()))).toEqual([])
    expect(turns).toBeGreaterThanOrEqual(100)
  })

  test.each(['good', 'revoked'] as const)('made by openssl: %s', async name => {
    const file = (path: string) => readFileSync(new URL(`vectors/crl-${path}`, import.meta.url))
    const issuer = new X509Certificate(file('ca.pem'))
    const madeAt = new Date('2026-11-24T00:00:00Z')
    const { serialNumber } = new X509Certificate(file(`${name}.pem`))
    for (const form of ['list.der', 'list.pem']) {
      const made = await readRevocationList(file(form), issuer)
      if (made === 'unreadable') throw new Error(form)
      expect(statusInList(made, { serial: canonicalSerial(serialNumber), isAuthority: false, point, at: madeAt })).toBe(
        name,
      )
    }
    expect(readDistributionPoints(new X509Certificate(file(`${name}.pem`)))).toEqual([point])
  })
})

describe('the addresses of the CRL', () => {
  const pointsOf = async (points: string[]) => {
    const { cert } = await issue(authority, { name: 'bank', points })
    return readDistributionPoints(new X509Certificate(cert)).map(({ href }) => href)
  }

  test('http and https without credentials, at most three', async () => {
    const good = ['http://a.example/1', 'https://b.example/2', 'http://c.example/3', 'http://d.example/4']
    expect(await pointsOf(good)).toEqual(good.slice(0, 3))
    const bad = [
      'ldap://a.example/cn',
      'http://me:secret@a.example/',
      'file:///etc/passwd',
      'no address',
      '',
      `http://a/${'x'.repeat(2_000)}`,
    ]
    expect(await pointsOf([...bad, 'http://a.example/1'])).toEqual(['http://a.example/1'])
    expect(readDistributionPoints(new X509Certificate(server.cert))).toEqual([])
  })
})
