import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { open, seal } from '#lib/vault.ts'
import { isPrivate, readVaultKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'vault-'))
const list = ['new', 'old'].map((kid, at) => `${kid}:${Buffer.alloc(32, at + 1).toString('base64url')}`)
const column = { row: 'row-1', column: 'Connection.refreshSealed' }

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

function useSource(name: string, value: string): void {
  for (const each of ['VAULT_KEYS', 'VAULT_KEYS_FILE', 'VAULT_KEYS_COMMAND']) vi.stubEnv(each, '')
  vi.stubEnv(name, value)
}

beforeEach(() => void Reflect.deleteProperty(globalThis, 'guichetVaultKeys'))
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true }))

describe('each source gives the same keys', () => {
  test.each([
    ['the variable', 'VAULT_KEYS', () => list.join(', ')],
    ['a file, separated by commas', 'VAULT_KEYS_FILE', () => write('commas', list.join(','))],
    ['a file with a key per line', 'VAULT_KEYS_FILE', () => write('lines', `${list.join('\n')}\n`, 0o400)],
    ['a command', 'VAULT_KEYS_COMMAND', () => `cat ${write('wrapped', list.join('\n'))} | tr a-z a-z`],
  ])('%s', async (_, name, value) => {
    useSource('VAULT_KEYS', list.join(','))
    const sealed = await seal('kept', column)
    useSource(name, value())
    expect(readVaultKeys().map(({ kid }) => kid)).toEqual(['new', 'old'])
    expect(await open(sealed, column)).toBe('kept')
  })
})

test.each([
  [0o100400, 1000, true],
  [0o100600, 1000, true],
  [0o100640, 1000, false],
  [0o100604, 1000, false],
  [0o100440, 0, true],
  [0o100640, 0, true],
  [0o100660, 0, false],
  [0o100444, 0, false],
])('mode %o of user %i is private: %s', (mode, uid, expected) => {
  expect(isPrivate({ mode, uid })).toBe(expected)
})

test('a command runs once per process', () => {
  const runs = write('runs', '')
  useSource('VAULT_KEYS_COMMAND', `echo run >> ${runs}; test $(wc -l < ${runs}) = 1 && echo ${list.join(',')}`)
  expect(readVaultKeys()).toBe(readVaultKeys())
})

describe('what is wrong is named, and no key is', () => {
  test.each([
    ['no source', 'VAULT_KEYS', () => '', /^VAULT_KEYS is missing: set it to/],
    ['a file that does not exist', 'VAULT_KEYS_FILE', () => '/nowhere', /^VAULT_KEYS_FILE: \/nowhere does not exist/],
    ['a file that others may read', 'VAULT_KEYS_FILE', () => write('others', list.join(), 0o644), /Run chmod 400 /],
    ['a file that all may read', 'VAULT_KEYS_FILE', () => write('all', list.join(), 0o604), /Run chmod 400 /],
    [
      'a file without keys',
      'VAULT_KEYS_FILE',
      () => write('empty', ''),
      /the file is no list of kid:base64url32bytes$/,
    ],
    ['one kid twice', 'VAULT_KEYS_FILE', () => write('twice', `${list[0]},${list[0]}`), /the file names a kid twice$/],
    [
      'a command that fails',
      'VAULT_KEYS_COMMAND',
      () => `echo ${list[0]}; exit 3`,
      /the command failed \(3\)\. Run it/,
    ],
    ['one that is killed', 'VAULT_KEYS_COMMAND', () => 'kill -9 $$', /the command failed \(SIGKILL\)/],
    ['one that prints too much', 'VAULT_KEYS_COMMAND', () => 'yes 2>/dev/null', /the command failed \(ENOBUFS\)/],
    [
      'one that prints no keys',
      'VAULT_KEYS_COMMAND',
      () => 'echo canary',
      /printed is no list of kid:base64url32bytes$/,
    ],
  ])('%s', (_, name, value, message) => {
    useSource(name, value())
    expect(readVaultKeys).toThrow(message)
    expect(readVaultKeys).not.toThrow(new RegExp(`canary|${Buffer.alloc(32, 1).toString('base64url')}`))
  })
})
