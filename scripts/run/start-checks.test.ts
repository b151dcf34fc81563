import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testTpp } from '@guichet/sandbox/pki/test-authority.ts'
import { afterAll, expect, test } from 'vitest'
import { connectionsWarning, findCertificateFaults, findPoolerFaults } from './start-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-checks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const pki = process.env.SANDBOX_TEST_PKI ?? ''
const sound = {
  TPP_QWAC_CERT: join(pki, 'tpp/qwac.pem'),
  TPP_QWAC_KEY: join(pki, 'tpp/qwac.key'),
  TPP_QSEAL_CERT: join(pki, 'tpp/qseal.pem'),
  TPP_QSEAL_KEY: join(pki, 'tpp/qseal.key'),
  BANK_CA: join(pki, 'ca.pem'),
  LEGAL_AUTHORISATION: testTpp.organisationId,
}
const day = 86_400_000

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

test('a sound set has no faults', () => {
  expect(findCertificateFaults(sound, new Date())).toEqual([])
})

test.each([
  ['a missing file', { TPP_QWAC_CERT: '/nowhere/qwac.pem' }, ['TPP_QWAC_CERT: /nowhere/qwac.pem does not exist.']],
  [
    'an empty certificate',
    { TPP_QSEAL_CERT: write('empty.pem', '') },
    [/^TPP_QSEAL_CERT: the file holds no certificate/],
  ],
  ['an empty key', { TPP_QSEAL_KEY: write('empty.key', '') }, [/^TPP_QSEAL_KEY: the file holds no private key/]],
  ["the other pair's key", { TPP_QWAC_KEY: sound.TPP_QSEAL_KEY }, [/^TPP_QWAC_KEY: the key does not belong to/]],
  [
    'the other pair',
    { TPP_QWAC_CERT: sound.TPP_QSEAL_CERT, TPP_QWAC_KEY: sound.TPP_QSEAL_KEY },
    [/^TPP_QWAC_CERT: this is a seal certificate \(QSealC\), not a website certificate \(QWAC\)/],
  ],
  [
    "somebody else's authorisation",
    { LEGAL_AUTHORISATION: 'PSDFR-ACPR-99999' },
    [/^TPP_QWAC_CERT: issued to PSDFR-ACPR-10001, but/, /^TPP_QSEAL_CERT: issued to PSDFR-ACPR-10001, but/],
  ],
  ['no authority', { BANK_CA: write('ca.pem', 'nothing') }, [/^BANK_CA: .*holds no certificate/]],
])('%s is named with its variable', (_, wrong, expected) => {
  const faults = findCertificateFaults({ ...sound, ...wrong }, new Date())
  expect(faults).toHaveLength(expected.length)
  for (const [at, one] of expected.entries()) expect(faults[at]).toMatch(one)
})

test('a certificate counts from its first to its last day', () => {
  const faultsAt = (offset: number) => findCertificateFaults(sound, new Date(Date.now() + offset))
  expect(faultsAt(9_000 * day)).toEqual([
    expect.stringMatching(/^TPP_QWAC_CERT: expired on \d{4}-\d\d-\d\d/),
    expect.stringMatching(/^TPP_QSEAL_CERT: expired on/),
  ])
  expect(faultsAt(-9_000 * day)).toEqual([
    expect.stringMatching(/^TPP_QWAC_CERT: valid from \d{4}-\d\d-\d\d/),
    expect.stringMatching(/^TPP_QSEAL_CERT: valid from/),
  ])
})

test('the key of the QSealC may be elsewhere, that of the QWAC may not', () => {
  expect(findCertificateFaults({ ...sound, TPP_QSEAL_KEY: 'signer:qseal-2026' }, new Date())).toEqual([])
  expect(findCertificateFaults({ ...sound, TPP_QWAC_KEY: 'signer:qwac' }, new Date())).toEqual([
    'TPP_QWAC_KEY: signer:qwac does not exist.',
  ])
})

test('a pooler has to give its sessions UTC and a time limit', () => {
  expect(findPoolerFaults('UTC', '15s')).toEqual([])
  expect(findPoolerFaults('Europe/Paris', '0')).toEqual([
    expect.stringMatching(
      /^DATABASE_URL: the time zone of the pooler's sessions is Europe\/Paris, not UTC\. Set it in pgb/,
    ),
    expect.stringMatching(/^DATABASE_URL: the pooler's sessions have no statement_timeout\. Set it in pgbouncer\.ini/),
  ])
})

test('connections of all processes that PostgreSQL would refuse are said, with what helps', () => {
  expect(connectionsWarning({ processes: 8, pool: 10, most: 97 })).toBeNull()
  expect(connectionsWarning({ processes: 9, pool: 10, most: 97 })).toMatch(
    /^DATABASE_POOL: 10 in each process, of which 9 run, take 99 connections, and PostgreSQL allows 97\. Lower /,
  )
})

test.each([0o644, 0o604])('a key of mode %o, which others may read, is refused (C13)', mode => {
  const key = join(folder, `${mode}.key`)
  copyFileSync(sound.TPP_QWAC_KEY, key)
  chmodSync(key, mode)
  expect(findCertificateFaults({ ...sound, TPP_QWAC_KEY: key }, new Date())).toEqual([
    `TPP_QWAC_KEY: others than its owner may use ${key}. Run chmod 600 ${key}.`,
  ])
})
