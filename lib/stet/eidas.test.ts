import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueAuthority, issueTpp } from '#sandbox/pki/issue.ts'
import { readEidasCertificate, readKeyMaterial } from './eidas.ts'

let dir: string
const read = (name: string) => readFileSync(join(dir, name), 'utf8')
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: ['ignore', 'pipe', 'ignore'] })

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'guichet-eidas-'))
  await issueAuthority(dir)
  const order = { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI', 'PSP_PI'] as const }
  await issueTpp(dir, order, dir)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('what a certificate says (D17)', () => {
  test('whose it is, for which roles, until when', () => {
    const qwac = readEidasCertificate(read('qwac.pem'))
    expect(qwac).toMatchObject({ use: 'qwac', organisationId: 'PSDFR-ACPR-17843', roles: ['PSP_AI', 'PSP_PI'] })
    expect(qwac.subject).toContain('O=Guichet SAS')
    expect(qwac.validTo.getTime()).toBeGreaterThan(Date.now())
    expect(readEidasCertificate(read('qseal.pem'))).toMatchObject({ use: 'qsealc', roles: ['PSP_AI', 'PSP_PI'] })
    const printed = openssl('x509', '-in', 'qwac.pem', '-noout', '-fingerprint', '-sha256').toString()
    expect(printed.replaceAll(':', '').toLowerCase()).toContain(qwac.fingerprint)
  })

  test('an ordinary certificate is of no use, and says so; no certificate at all throws', () => {
    expect(readEidasCertificate(read('ca.pem'))).toMatchObject({ use: 'unknown', organisationId: null, roles: [] })
    expect(() => readEidasCertificate('nothing')).toThrow(TypeError)
  })
})

describe('what is handed over', () => {
  test('PEM: certificate, chain and key, in one text or two', () => {
    const two = readKeyMaterial({ data: read('qwac.pem') + read('ca.pem'), key: read('qwac.key'), password: '' })
    expect(readEidasCertificate(two.certificatePem).use).toBe('qwac')
    expect(two.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(1)
    const one = readKeyMaterial({ data: read('ca.pem') + read('qwac.key') + read('qwac.pem'), key: '', password: '' })
    expect(one.certificatePem).toBe(two.certificatePem)
  })

  test.each([
    ['of today (AES-256, SHA-256)', []],
    ['of long ago (3DES, SHA-1)', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
  ])('PKCS#12 %s, with its chain', (_name, how) => {
    const files = ['-inkey', 'qseal.key', '-in', 'qseal.pem', '-certfile', 'ca.pem', '-out', 'out.p12']
    openssl('pkcs12', '-export', ...files, '-passout', 'pass:un secret', ...how)
    const data = readFileSync(join(dir, 'out.p12')).toString('base64')
    const { certificatePem, keyPem, chainPem } = readKeyMaterial({ data, key: '', password: 'un secret' })
    expect(readEidasCertificate(certificatePem).use).toBe('qsealc')
    expect(keyPem).toBe(read('qseal.key'))
    expect(chainPem).toContain('BEGIN CERTIFICATE')
    expect(() => readKeyMaterial({ data, key: '', password: 'wrong' })).toThrow('password')
  })

  test('a key that is encrypted wants its password', () => {
    openssl('pkcs8', '-topk8', '-in', 'qwac.key', '-out', 'locked.key', '-passout', 'pass:secret')
    const data = read('qwac.pem')
    const key = read('locked.key')
    expect(readKeyMaterial({ data, key, password: 'secret' }).keyPem).toBe(read('qwac.key'))
    expect(() => readKeyMaterial({ data, key, password: 'wrong' })).toThrow('password')
    expect(() => readKeyMaterial({ data, key, password: '' })).toThrow('password')
  })

  test('what does not fit is named', () => {
    const qwac = { data: read('qwac.pem'), key: read('qwac.key'), password: '' }
    expect(() => readKeyMaterial({ ...qwac, key: read('qseal.key') })).toThrow('mismatch')
    expect(() => readKeyMaterial({ ...qwac, key: 'x' })).toThrow('key')
    expect(() => readKeyMaterial({ ...qwac, data: 'AAAA' })).toThrow('certificate')
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'ec.key')
    openssl('req', '-x509', '-key', 'ec.key', '-subj', '/CN=x', '-out', 'ec.pem')
    expect(() => readKeyMaterial({ data: read('ec.pem'), key: read('ec.key'), password: '' })).toThrow('key_type')
  })

  test('no error holds the key', () => {
    writeFileSync(join(dir, 'half.key'), read('qwac.key').slice(0, 400))
    try {
      readKeyMaterial({ data: read('qwac.pem'), key: read('half.key'), password: '' })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).not.toContain(read('qwac.key').slice(40, 80))
    }
  })
})
