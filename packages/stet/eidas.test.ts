import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueAuthority, issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { readEidasCertificate, readKeyMaterial } from './eidas.ts'
import { issue, makeAuthority } from './testing/certificates.ts'
import { der } from './write-der.ts'

const read = (name: string) => readFileSync(join(dir, name), 'utf8')
const vector = (name: string) => readFileSync(new URL(`vectors/${name}`, import.meta.url))

const dir = mkdtempSync(join(tmpdir(), 'guichet-eidas-'))
await issueAuthority(dir)
const order = { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI', 'PSP_PI'] as const }
await issueTpp(dir, order, dir)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('the content of a certificate (bank:D17)', () => {
  test('holder, roles, end date', () => {
    const qwac = readEidasCertificate(read('qwac.pem'))
    expect(qwac).toMatchObject({ use: 'qwac', organisationId: 'PSDFR-ACPR-17843', roles: ['PSP_AI', 'PSP_PI'] })
    expect(qwac.subject).toContain('O=Guichet SAS')
    expect(qwac.validTo.getTime()).toBeGreaterThan(Date.now())
    expect(readEidasCertificate(read('qseal.pem'))).toMatchObject({ use: 'qsealc', roles: ['PSP_AI', 'PSP_PI'] })
    const { fingerprint256 } = new X509Certificate(read('qwac.pem'))
    expect(fingerprint256.replaceAll(':', '').toLowerCase()).toBe(qwac.fingerprint)
  })

  test('an ordinary certificate is reported as unusable; anything else throws', () => {
    expect(readEidasCertificate(read('ca.pem'))).toMatchObject({ use: 'unknown', organisationId: null, roles: [] })
    expect(() => readEidasCertificate('nothing')).toThrow(TypeError)
  })
})

describe('qualified statements', () => {
  const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
  const text = (value: string) => der(0x0c, Buffer.from(value))
  const [type, seal, web] = [oid('04008e460106'), oid('04008e46010602'), oid('04008e46010603')]
  const psd2 = oid('040081982702')
  const pair = (last: number, name: string, tag = 0x0c) => [oid(`0400819827010${last}`), der(tag, Buffer.from(name))]
  const [aisp, pisp] = [pair(3, 'PSP_AI'), pair(2, 'PSP_PI')]
  const role = der(0x30, ...aisp)
  const retention = der(0x30, oid('04008e460103'), der(0x02, Buffer.from([10])))
  const names = [text('ACPR'), text('FR-ACPR')]
  /** A statement of these roles. */
  const rolesIn = (...roles: Buffer[]) => der(0x30, psd2, der(0x30, ...roles, ...names))
  const one = (...roles: Buffer[]) => der(0x30, rolesIn(der(0x30, ...roles)))
  const otherNames = [der(0x13, Buffer.from('ACPR')), der(0x16, Buffer.from('FR-ACPR'))]
  const inLists = der(0x30, psd2, der(0x30, der(0x30, role, der(0x30, ...pisp)), ...otherNames))

  test.each([
    ['none', der(0x30), 'unknown', []],
    ['one that we don’t know', der(0x30, retention, der(0x30, type, der(0x30, seal))), 'qsealc', []],
    ['both uses', der(0x30, der(0x30, type, der(0x30, seal, web))), 'qwac', []],
    ['a use without a value', der(0x30, der(0x30, type)), 'unknown', []],
    ['a role', one(role), 'unknown', ['PSP_AI']],
    ['roles in a list each', der(0x30, der(0x30, type, der(0x30, web)), inLists), 'qwac', ['PSP_AI', 'PSP_PI']],
    ['roles in one list', one(...aisp, ...pisp), 'unknown', ['PSP_AI', 'PSP_PI']],
    ['roles in no list', der(0x30, rolesIn(...aisp, ...pisp)), 'unknown', ['PSP_AI', 'PSP_PI']],
    ['roles without an authority', der(0x30, der(0x30, psd2, der(0x30, der(0x30, role)))), 'unknown', ['PSP_AI']],
    ['a name as printable text', one(der(0x30, ...pair(1, 'PSP_AS', 0x13))), 'unknown', ['PSP_AS']],
    ['a name as BMP text', one(der(0x30, ...pair(4, '\0P\0S\0P\0_\0I\0C', 0x1e))), 'unknown', ['PSP_IC']],
    ['another role’s name', one(der(0x30, ...pair(3, 'PSP_PI')), der(0x30, ...pisp)), 'unknown', ['PSP_PI']],
    ['a role that is none', one(der(0x30, ...pair(9, 'PSP_AI'))), 'unknown', []],
    [
      'a role without a name',
      der(0x30, der(0x30, psd2, der(0x30, der(0x30, der(0x30, oid('04008198270103')))))),
      'unknown',
      [],
    ],
    [
      'a use beside unreadable roles',
      der(0x30, der(0x30, type, der(0x30, seal)), der(0x30, psd2, der(0x02, Buffer.from([1])))),
      'qsealc',
      [],
    ],
    ['roles that are a text', der(0x30, rolesIn(text('PSP_AI'))), 'unknown', []],
    ['a use that is a number', der(0x30, der(0x30, type, der(0x02, Buffer.from([1])))), 'unknown', []],
    ['no DER', Buffer.from('PSP_AI'), 'unknown', []],
    ['DER that is cut off', Buffer.from([0x30, 0x20, 0x30]), 'unknown', []],
  ])('%s', async (_, statements, use, roles) => {
    const { cert } = await issue(await makeAuthority('An authority'), { name: 'tpp', statements })
    expect(readEidasCertificate(cert)).toMatchObject({ use, roles, organisationId: null })
  })
})

describe('delivered certificates', () => {
  test('PEM: certificate, chain and key, in one text or two', () => {
    const two = readKeyMaterial({ data: read('qwac.pem') + read('ca.pem'), key: read('qwac.key'), password: '' })
    expect(readEidasCertificate(two.certificatePem).use).toBe('qwac')
    expect(two.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(1)
    const one = readKeyMaterial({ data: read('ca.pem') + read('qwac.key') + read('qwac.pem'), key: '', password: '' })
    expect(one.certificatePem).toBe(two.certificatePem)
  })

  test.each(['seal-of-today', 'seal-of-long-ago'])('PKCS#12 made by openssl, with its chain: %s', name => {
    const data = vector(`${name}.p12`).toString('base64')
    const { certificatePem, keyPem, chainPem } = readKeyMaterial({ data, key: '', password: 'un secret' })
    expect(new X509Certificate(certificatePem).raw).toEqual(new X509Certificate(vector('certificate.pem')).raw)
    expect(keyPem).toBe(vector('key.pem').toString())
    expect(new X509Certificate(chainPem).raw).toEqual(new X509Certificate(vector('chain.pem')).raw)
    expect(() => readKeyMaterial({ data, key: '', password: 'wrong' })).toThrow('password')
  })

  test('an encrypted key needs its password', () => {
    const data = read('qwac.pem')
    const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
    const key = createPrivateKey(read('qwac.key')).export(locked).toString()
    expect(readKeyMaterial({ data, key, password: 'secret' }).keyPem).toBe(read('qwac.key'))
    expect(() => readKeyMaterial({ data, key, password: 'wrong' })).toThrow('password')
    expect(() => readKeyMaterial({ data, key, password: '' })).toThrow('password')
  })

  test('each fault is named', async () => {
    const qwac = { data: read('qwac.pem'), key: read('qwac.key'), password: '' }
    expect(() => readKeyMaterial({ ...qwac, key: read('qseal.key') })).toThrow('mismatch')
    expect(() => readKeyMaterial({ ...qwac, key: 'x' })).toThrow('key')
    expect(() => readKeyMaterial({ ...qwac, data: 'AAAA' })).toThrow('certificate')
    expect(() => readKeyMaterial({ ...qwac, data: qwac.key })).toThrow('certificate')
    const elliptic = await makeAuthority('x')
    expect(() => readKeyMaterial({ data: elliptic.cert, key: elliptic.key, password: '' })).toThrow('key_type')
  })

  test('no error contains the key', () => {
    writeFileSync(join(dir, 'half.key'), read('qwac.key').slice(0, 400))
    try {
      readKeyMaterial({ data: read('qwac.pem'), key: read('half.key'), password: '' })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).not.toContain(read('qwac.key').slice(40, 80))
    }
  })
})
