import { afterEach, describe, expect, test, vi } from 'vitest'
import { BadEnvironment, loadEnv, readEnv } from './env.ts'

const key = Buffer.alloc(32, 1).toString('base64url')
const complete = {
  DATABASE_URL: 'postgresql://u:p@localhost/db',
  AUTH_SECRET: 'x'.repeat(32),
  VAULT_KEYS: `k2:${key}, k1:${key}`,
  TPP_QWAC_CERT: 'a',
  TPP_QWAC_KEY: 'b',
  TPP_QSEAL_CERT: 'c',
  TPP_QSEAL_KEY: 'd',
  BANK_CA: 'e',
}

function withEnv(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
}

afterEach(() => vi.unstubAllEnvs())

describe('environment', () => {
  test('a complete one is read, with defaults', () => {
    const legal = {
      LEGAL_NAME: 'Brume SAS',
      LEGAL_CONTACT: 'psd2@brume.example',
      BANK_SCREENS: 'https://*.bank.example',
    }
    withEnv({
      ...complete,
      ...legal,
      PORT: '',
      TRUSTED_PROXIES: '',
      GUICHET_WORKER: '1',
      APP_URL: 'https://guichet.example/',
    })
    const env = loadEnv()
    expect(env).toMatchObject({
      PORT: 3000,
      TRUSTED_PROXIES: 0,
      GUICHET_WORKER: true,
      APP_URL: 'https://guichet.example',
    })
    expect(env.VAULT_KEYS).toBe(complete.VAULT_KEYS)
  })

  test('names every fault with its remedy, and no value', () => {
    withEnv({ ...complete, AUTH_SECRET: 'short-secret', VAULT_KEYS: '', DATABASE_URL: 'mysql://secret@host/db' })
    expect(loadEnv).toThrow(BadEnvironment)
    const message = messageOf(loadEnv)
    for (const part of ['AUTH_SECRET', 'VAULT_KEYS is missing', 'DATABASE_URL', 'openssl rand'])
      expect(message).toContain(part)
    expect(message).not.toMatch(/short-secret|secret@host/)
  })

  test.each([
    ['https://guichet.example', ['LEGAL_NAME', 'LEGAL_CONTACT', 'BANK_SCREENS']],
    ['https://guichet.localhost.example', ['LEGAL_NAME', 'LEGAL_CONTACT', 'BANK_SCREENS']],
    ['https://localhost:3000', []],
    ['https://tour.localhost:3000', []],
    ['https://127.0.0.1:3000', []],
    ['http://guichet.internal', []],
  ])('at %s the demonstration’s names are missing: %j', (appUrl, missing) => {
    withEnv({ ...complete, APP_URL: appUrl, LEGAL_NAME: '', LEGAL_CONTACT: '', BANK_SCREENS: '' })
    const names = [...messageOf(loadEnv).matchAll(/([A-Z_]+) is missing/g)].map(([, name]) => name)
    expect(names).toEqual(missing)
  })

  test('the keys of the vault have one source', () => {
    withEnv({ ...complete, VAULT_KEYS: '', VAULT_KEYS_FILE: '/etc/guichet/vault.keys' })
    expect(loadEnv().VAULT_KEYS_FILE).toBe('/etc/guichet/vault.keys')
    withEnv({ VAULT_KEYS_COMMAND: 'print-keys' })
    expect(messageOf(loadEnv)).toContain('VAULT_KEYS_FILE and VAULT_KEYS_COMMAND are both set: keep one of them')
  })

  test('one variable needs no other', () => {
    withEnv({ AUTH_SECRET: '', DATABASE_URL: 'postgresql://u:p@localhost/db' })
    expect(readEnv('DATABASE_URL')).toContain('postgresql')
    expect(() => readEnv('AUTH_SECRET')).toThrow('AUTH_SECRET is missing')
  })

  test.each([
    ['VAULT_KEYS', 'k1:short'],
    ['VAULT_KEYS', `k1:${key},k1:${key}`],
    ['VAULT_KEYS', `${key}`],
    ['PORT', 'abc'],
    ['TRUSTED_PROXIES', '-1'],
    ['WEBHOOK_SENDERS', '203.0.113.7, any'],
    ['BANK_SCREENS', "https://ok.example; script-src 'unsafe-inline'"],
    ['APP_URL', 'ftp://x'],
  ] as const)('refuses %s=%s', (name, value) => {
    withEnv({ [name]: value })
    expect(() => readEnv(name)).toThrow(BadEnvironment)
  })
})

function messageOf(action: () => unknown): string {
  try {
    action()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
