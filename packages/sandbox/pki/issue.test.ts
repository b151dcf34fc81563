import 'reflect-metadata'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Crl } from '@peculiar/x509'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { loadPki } from './authority.ts'
import { ensurePki, listUrlOf, serverHosts } from './ensure.ts'
import { currentRevocationList, issueTpp, revokeCertificate } from './issue.ts'
import { buildQcStatements, readQcStatements } from './qc-statements.ts'
import { parseCertificate, type TppCertificate } from './read-certificate.ts'
import { normaliseSerial, readRevokedSerials } from './revocation.ts'

const tpp = { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI', 'PSP_PI'] } as const

const directory = join(mkdtempSync(join(tmpdir(), 'pki-')), 'pki')
const pki = await ensurePki(directory, { tpp })

const read = (name: string) => readFileSync(join(directory, name), 'utf8')
const parse = (pem: string): TppCertificate => {
  const certificate = parseCertificate(pem)
  if (!certificate) throw new Error('no certificate')
  return certificate
}

describe('ensurePki', () => {
  test('makes the documented files, with keys readable only by their owner', () => {
    for (const name of ['ca', 'bank/server', 'tpp/qwac', 'tpp/qseal']) {
      expect(read(`${name}.pem`)).toContain('BEGIN CERTIFICATE')
      expect(statSync(join(directory, `${name}.key`)).mode & 0o777).toBe(0o600)
    }
    expect(readdirSync(directory).sort()).toEqual(['.gitignore', 'bank', 'ca.key', 'ca.pem', 'revoked.crl', 'tpp'])
  })

  test('keeps existing files and makes missing ones', async () => {
    const before = ['ca.pem', 'bank/server.pem', 'tpp/qseal.pem'].map(read)
    await ensurePki(directory, { tpp })
    expect(['ca.pem', 'bank/server.pem', 'tpp/qseal.pem'].map(read)).toEqual(before)
    rmSync(join(directory, 'bank'), { recursive: true })
    await ensurePki(directory, { tpp })
    expect(read('ca.pem')).toBe(before[0])
    expect(read('bank/server.pem')).not.toBe(before[1])
  })

  test('issues everything again under a new authority', async () => {
    const other = join(mkdtempSync(join(tmpdir(), 'pki-')), 'pki')
    await ensurePki(other, { tpp })
    const before = readFileSync(join(other, 'tpp/qwac.pem'), 'utf8')
    rmSync(join(other, 'ca.pem'))
    const renewed = await ensurePki(other, { tpp })
    const after = readFileSync(join(other, 'tpp/qwac.pem'), 'utf8')
    expect(renewed.findFault(parse(after), new Date())).toBeNull()
    expect(renewed.findFault(parse(before), new Date())).toBe('foreign_issuer')
  })

  test('the server certificate names every host of the bank', () => {
    const server = new X509Certificate(read('bank/server.pem'))
    for (const host of serverHosts.filter(name => name !== '127.0.0.1')) expect(server.checkHost(host)).toBeDefined()
    expect(server.checkHost('any.sandbox.localhost')).toBe('*.sandbox.localhost')
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(server.checkIssued(new X509Certificate(pki.caPem))).toBe(true)
  })
})

describe('the address of the revocation list in the server certificate', () => {
  const named = (directory: string) => {
    const { raw } = new X509Certificate(readFileSync(join(directory, 'bank/server.pem')))
    return [8080, 8081].filter(port => raw.includes(`http://sandbox.localhost:${port}/revoked.crl`, 0, 'latin1'))
  }

  test('is added if it is missing or different, and kept otherwise', async () => {
    const other = join(mkdtempSync(join(tmpdir(), 'pki-')), 'pki')
    await ensurePki(other)
    expect(named(other)).toEqual([])
    for (const port of [8080, 8081]) {
      await ensurePki(other, { listUrl: listUrlOf(port) })
      expect(named(other)).toEqual([port])
    }
    const before = readFileSync(join(other, 'bank/server.pem'), 'utf8')
    for (const port of [8081, 0]) await ensurePki(other, { listUrl: listUrlOf(port) })
    expect(readFileSync(join(other, 'bank/server.pem'), 'utf8')).toBe(before)
  })
})

describe('the certificates of a TPP', () => {
  test.each([
    ['qwac', 'qwac'],
    ['qseal', 'qsealc'],
  ])('%s is read back as issued', (file, use) => {
    const pem = read(`tpp/${file}.pem`)
    const certificate = parse(pem)
    expect(certificate).toMatchObject({ organisationId: tpp.organisationId, roles: tpp.roles, use })
    expect(certificate.fingerprint).toBe(createHash('sha256').update(new X509Certificate(pem).raw).digest('hex'))
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect(pki.findFault(certificate, new Date())).toBeNull()
  })

  test('the QWAC is for clients and servers, the QSealC for neither', () => {
    expect(new X509Certificate(read('tpp/qwac.pem')).keyUsage).toEqual(['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1'])
    expect(new X509Certificate(read('tpp/qseal.pem')).keyUsage).toBeUndefined()
  })

  test('is checked for time, issuer and revocation', async () => {
    const certificate = parse(read('tpp/qwac.pem'))
    expect(pki.findFault(certificate, new Date(certificate.validTo.getTime() + 1000))).toBe('expired')
    expect(pki.findFault(certificate, new Date(certificate.validFrom.getTime() - 1000))).toBe('not_yet_valid')
    expect(pki.findFault(parse(pki.serverCertPem), new Date())).toBe('no_organisation')
    const out = mkdtempSync(join(tmpdir(), 'tpp-'))
    await issueTpp(directory, tpp, out)
    const gone = readFileSync(join(out, 'qwac.pem'), 'utf8')
    await revokeCertificate(directory, gone)
    const fresh = loadPki(directory)
    expect(fresh.findFault(parse(gone), new Date())).toBe('revoked')
    expect(fresh.findFault(parse(readFileSync(join(out, 'qseal.pem'), 'utf8')), new Date())).toBeNull()
  })

  test('an organisation id in another form is refused', async () => {
    await expect(issueTpp(directory, { ...tpp, organisationId: 'FR-1' }, directory)).rejects.toThrow('PSDFR-ACPR-12345')
  })

  test('anything but a certificate is null', () => {
    expect(parseCertificate('hello')).toBeNull()
    expect(parseCertificate(Buffer.from([0x30, 0x80]))).toBeNull()
  })
})

describe('revocation list', () => {
  test('keeps its entries', async () => {
    await revokeCertificate(directory, read('tpp/qwac.pem'))
    await revokeCertificate(directory, read('tpp/qseal.pem'))
    const serials = readRevokedSerials(read('revoked.crl'))
    for (const name of ['tpp/qwac.pem', 'tpp/qseal.pem']) expect(serials.has(parse(read(name)).serial)).toBe(true)
  })

  test('is served in DER, valid for a day at most; one that expires soon is made again with its entries', async () => {
    const other = join(mkdtempSync(join(tmpdir(), 'pki-')), 'pki')
    await ensurePki(other)
    const server = readFileSync(join(other, 'bank/server.pem'), 'utf8')
    await revokeCertificate(other, server)
    const first = await currentRevocationList(other)
    expect(await currentRevocationList(other)).toEqual(first)
    vi.useFakeTimers({ now: Date.now() + 13 * 3_600_000, toFake: ['Date'] })
    try {
      const list = new X509Crl(new Uint8Array(await currentRevocationList(other)))
      expect((list.nextUpdate?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000)
      expect((list.nextUpdate?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
      expect(list.entries.map(({ serialNumber }) => normaliseSerial(serialNumber))).toEqual([
        normaliseSerial(new X509Certificate(server).serialNumber),
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['00ff01', 'FF01'],
    ['0f', '0F'],
    ['0000', '00'],
  ])('serial %s is %s', (hex, serial) => {
    expect(normaliseSerial(hex)).toBe(serial)
  })
})

describe('QC statements', () => {
  test('are read as they were built', () => {
    const roles = ['PSP_AI', 'PSP_PI', 'PSP_IC'] as const
    const built = buildQcStatements({ roles, authorityName: 'Autorité', authorityId: 'FR-ACPR', use: 'qwac' })
    expect(readQcStatements(built)).toEqual({ roles, authorityName: 'Autorité', authorityId: 'FR-ACPR', use: 'qwac' })
  })

  test('any other bytes hold none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), bytes => {
        expect(readQcStatements(bytes)).toEqual({ roles: [], authorityName: null, authorityId: null, use: null })
      }),
      { examples: [[Uint8Array.of(30, 3, 0, 0, 0)]] },
    )
  })
})
