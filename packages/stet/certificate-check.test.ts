import { X509Certificate } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { canonicalSerial } from '#stet/terms/certificate-serial.ts'
import type { CertificateSighting } from '#stet/terms/certificate-sighting.ts'
import { type CertificateCheck, stapleOnly, watchCertificates } from './certificate-check.ts'
import type { RevocationStatus } from './certificate-parts.ts'
import type { RevocationLists } from './revocation-lists.ts'
import { type Issued, issue, issueAuthority, makeAuthority } from './testing/certificates.ts'
import { makeStaple } from './testing/staple.ts'

const point = 'http://ca.example/list.crl'

const root = await makeAuthority('Root')
const middle = await issueAuthority(root, { name: 'Middle', points: ['http://ca.example/middle.crl'] })
const server = await issue(root, { name: 'bank', points: [point] })
const bare = await issue(root, { name: 'bank' })
const below = await issue(middle, { name: 'bank', points: [point] })
afterEach(() => {
  vi.useRealTimers()
})

/** CRLs with these statuses by serial, never due. */
function listsOf(statuses: Record<string, RevocationStatus>): RevocationLists {
  return { statusOf: ({ serial }) => statuses[serial] ?? 'unknown', dueLists: () => null }
}

const parse = ({ cert }: Issued) => new X509Certificate(cert)
const serialOf = (issued: Issued) => canonicalSerial(parse(issued).serialNumber)

function watching(check: Partial<CertificateCheck>, authorities: readonly Issued[] = [root]) {
  const sightings: CertificateSighting[] = []
  const all = { ...stapleOnly, seen: (sighting: CertificateSighting) => sightings.push(sighting), ...check }
  const open = watchCertificates(all, () => authorities.map(parse))
  return { open, watch: open(), seenChecks: () => sightings.map(({ checked }) => checked), sightings }
}

const arrive = (issued: Issued, staple: Buffer | null = null) => ({ certificate: parse(issued), staple })

describe('how a certificate was checked', () => {
  const good = () => makeStaple(server.cert, root, {})
  test.each<[string, () => Issued, RevocationStatus | null, () => Buffer | null, string]>([
    ['its list is good', () => server, 'good', () => null, 'list'],
    ['its list has it', () => server, 'revoked', () => null, 'revoked'],
    ['its list can not be had', () => server, 'unknown', () => null, 'unanswered'],
    ['it names none', () => bare, null, () => null, 'not_given'],
    ['a good staple came along', () => server, 'unknown', good, 'stapled'],
    ['a good staple came along, and its list has it', () => server, 'revoked', good, 'revoked'],
    [
      'a staple revokes it',
      () => server,
      'good',
      () => makeStaple(server.cert, root, { status: 'revoked' }),
      'revoked',
    ],
  ])('%#: %s', async (_, issued, status, staple, expected) => {
    const { watch, sightings } = watching({ lists: listsOf(status ? { [serialOf(issued())]: status } : {}) })
    expect(await watch.admit(arrive(issued(), staple()))).toBe(expected !== 'revoked')
    const { validTo } = parse(issued())
    const seenChecks = { serial: serialOf(issued()), issuer: 'CN=Root', validTo: new Date(validTo), checked: expected }
    expect(sightings).toEqual([seenChecks])
    expect(watch.isOver()).toBe(expected === 'revoked')
  })

  test.each<[RevocationStatus, RevocationStatus, string]>([
    ['good', 'good', 'list'],
    ['good', 'unknown', 'unanswered'],
    ['good', 'revoked', 'revoked'],
    ['revoked', 'good', 'revoked'],
  ])('itself %s, the authority above it %s: %s', async (own, above, expected) => {
    const lists = listsOf({ [serialOf(below)]: own, [serialOf(middle)]: above })
    const { watch, seenChecks } = watching({ lists }, [root, middle])
    await watch.admit(arrive(below))
    expect(seenChecks()).toEqual([expected])
  })

  test('a session is resumed as long as none of its possible certificates is revoked, and the latest finding is reported', async () => {
    const statuses: Record<string, RevocationStatus> = {}
    const { watch, seenChecks } = watching({ lists: listsOf(statuses) })
    expect(await watch.admit(arrive(server))).toBe(true)
    expect(await watch.admit('resumed')).toBe(true)
    statuses[serialOf(server)] = 'good'
    expect(watch.isOver()).toBe(false)
    statuses[serialOf(server)] = 'revoked'
    expect(await watch.admit('resumed')).toBe(false)
    expect([watch.isOver(), watch.isOver()]).toEqual([true, true])
    expect(seenChecks()).toEqual(['unanswered', 'list', 'revoked'])
  })

  test('a session may have any of the certificates that were seen: it ends with the first of two', async () => {
    const statuses: Record<string, RevocationStatus> = {}
    const { watch } = watching({ lists: listsOf(statuses) }, [root, middle])
    expect(await watch.admit(arrive(server))).toBe(true)
    expect(await watch.admit(arrive(below))).toBe(true)
    statuses[serialOf(server)] = 'revoked'
    expect(await watch.admit('resumed')).toBe(false)
  })

  test('a bank that replaced a revoked certificate is accepted by the next watch', async () => {
    const { open, watch } = watching({ lists: listsOf({ [serialOf(server)]: 'revoked' }) })
    expect(await watch.admit(arrive(server))).toBe(false)
    const next = open()
    expect(await next.admit(arrive(bare))).toBe(true)
    expect(next.isOver()).toBe(false)
  })

  test('a revocation by a staple stays without one, in a later watch too', async () => {
    const { open, watch } = watching({})
    expect(await watch.admit(arrive(server, makeStaple(server.cert, root, { status: 'revoked' })))).toBe(false)
    expect(await open().admit(arrive(server))).toBe(false)
  })

  test('waits two seconds for a CRL, and continues without', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { watch, seenChecks } = watching({ lists: { ...listsOf({}), dueLists: () => promise } })
    let admitted: boolean | null = null
    const begun = watch.admit(arrive(server)).then(is => {
      admitted = is
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(admitted).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await begun
    expect([admitted, seenChecks()]).toEqual([true, ['unanswered']])
    resolve()
    expect(await watch.admit(arrive(server))).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
