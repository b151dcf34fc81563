import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bankCodeOfHost, banks, findBank } from './banks.ts'
import { readSettings } from './settings.ts'

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(readSettings({})).toEqual({
      dataDir: '.data',
      storePath: '.data/sandbox.db',
      syncs: true,
      apiPort: 8443,
      screensPort: 8080,
      listen: '127.0.0.1',
      accessTokenSeconds: 900,
      authorizationSeconds: 600,
      rotateRefresh: false,
      signedOauth: false,
      legalDelayDays: 180,
      bankDelayDays: 0,
      callsPerMinute: 0,
      interfaceDown: false,
      localTls: null,
      keysCommand: 'npm run keys --',
      pageAccounts: 20,
      pageTransactions: 100,
      deskAllow: ['loopback'],
      tourOrigin: null,
    })
  })

  test('are all in README.md', () => {
    const text = readFileSync('packages/sandbox/README.md', 'utf8')
    const read = readFileSync('packages/sandbox/settings.ts', 'utf8').match(/SANDBOX_[A-Z_]+/g) ?? []
    expect(read.length).toBeGreaterThan(10)
    expect(read.filter(name => !text.includes(`\`${name}\``))).toEqual([])
  })

  test('come from the environment', () => {
    const env = { GUICHET_DATA: '/d', SANDBOX_API_PORT: '0', SANDBOX_ROTATE_REFRESH: '1', SANDBOX_SYNC: '0' }
    const expected = { storePath: '/d/sandbox.db', apiPort: 0, rotateRefresh: true, syncs: false }
    expect(readSettings(env)).toMatchObject(expected)
  })

  test.each([
    ['SANDBOX_API_PORT', '65536'],
    ['SANDBOX_SCREENS_PORT', 'http'],
    ['SANDBOX_ACCESS_TOKEN_SECONDS', '0'],
    ['SANDBOX_AUTHORIZATION_SECONDS', '0'],
    ['SANDBOX_ROTATE_REFRESH', 'yes'],
    ['SANDBOX_PAGE_TRANSACTIONS', '1.5'],
    ['TOUR_ORIGIN', 'https://evil.example'],
    ['TOUR_ORIGIN', 'http://tour.localhost:1; script-src *'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name)
  })
})

describe('banks', () => {
  test('are five, found by code', () => {
    expect(banks.map(bank => bank.code)).toEqual(['19870', '19871', '19872', '19873', '19874'])
    expect(findBank('19873')?.name).toBe('Banque Cormoran')
    expect(findBank('00000')).toBeNull()
  })

  test.each([
    ['19870.sandbox.localhost', '19870'],
    ['19874.SANDBOX.localhost:8443', '19874'],
    ['19870.sandbox.localhost.', '19870'],
    ['19875.sandbox.localhost', null],
    ['sandbox.localhost', null],
    ['19870.sandbox.localhost.example', null],
    ['x.19870.sandbox.localhost', null],
    ['', null],
    [undefined, null],
  ])('host %s', (host, code) => {
    expect(bankCodeOfHost(host)).toBe(code)
  })
})
