import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { open, seal, VaultError } from './vault.ts'

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const column = { row: 'row-1', column: 'Connection.refreshSealed' }

beforeEach(() => vi.stubEnv('VAULT_KEYS', `old:${key(1)}`))
afterEach(() => vi.unstubAllEnvs())

async function reasonOf(opening: Promise<string>): Promise<string> {
  const error = await opening.then(
    () => null,
    (caught: unknown) => caught,
  )
  return error instanceof VaultError ? error.reason : `not refused: ${String(error)}`
}

describe('vault', () => {
  test('opens what it sealed for the same column', async () => {
    const jwe = await seal('refresh-token-canary', column)
    expect(jwe).not.toContain('canary')
    expect(await open(jwe, column)).toBe('refresh-token-canary')
  })

  test('seals the same secret differently each time', async () => {
    expect(await seal('a', column)).not.toBe(await seal('a', column))
  })

  test('C11: is compact JWE, dir, A256GCM, with a key id', async () => {
    const [header = '', encryptedKey] = (await seal('a', column)).split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({
      alg: 'dir',
      enc: 'A256GCM',
      kid: 'old',
    })
    expect(encryptedKey).toBe('')
  })

  test('C11: refuses a ciphertext moved to another row or column', async () => {
    const jwe = await seal('a', column)
    expect(await reasonOf(open(jwe, { ...column, row: 'row-2' }))).toBe('wrong_column')
    expect(await reasonOf(open(jwe, { ...column, column: 'Connection.accessSealed' }))).toBe('wrong_column')
  })

  test('C11: a header rewritten to another row does not help, it is authenticated', async () => {
    const [header = '', ...rest] = (await seal('a', column)).split('.')
    const members = JSON.parse(Buffer.from(header, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...members, row: 'row-2' })).toString('base64url')
    expect(await reasonOf(open([forged, ...rest].join('.'), { ...column, row: 'row-2' }))).toBe('broken')
  })

  test('refuses what is broken or no JWE', async () => {
    const jwe = await seal('a', column)
    expect(await reasonOf(open(`${jwe.slice(0, -4)}AAAA`, column))).toBe('broken')
    expect(await reasonOf(open('not a jwe', column))).toBe('broken')
  })

  test('C12: two keys read, the first writes, an old one can go once nothing needs it', async () => {
    const before = await seal('kept', column)
    vi.stubEnv('VAULT_KEYS', `new:${key(2)},old:${key(1)}`)
    expect(await open(before, column)).toBe('kept')
    const after = await seal(await open(before, column), column)
    vi.stubEnv('VAULT_KEYS', `new:${key(2)}`)
    expect(await open(after, column)).toBe('kept')
    expect(await reasonOf(open(before, column))).toBe('unknown_key')
  })
})
