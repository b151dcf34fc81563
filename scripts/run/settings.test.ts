import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { environmentOf, readSettings } from './settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

describe('addresses of the demonstration (C59)', () => {
  const listens = (env: Readonly<Record<string, string>>) => {
    const { LISTEN, SANDBOX_LISTEN } = environmentOf(readSettings({ ...env, GUICHET_DATA: dataDir }), '')
    return [LISTEN, SANDBOX_LISTEN]
  }

  test('everything listens on this machine only', () => {
    for (const env of [{}, { LISTEN: '' }]) expect(listens(env)).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  test('LISTEN applies to all parts', () => {
    expect(listens({ LISTEN: '0.0.0.0' })).toEqual(['0.0.0.0', '0.0.0.0'])
    expect(listens({ LISTEN: '::' })).toEqual(['::', '::'])
  })

  test.each(['192.168.1.7', 'localhost', '*'])('LISTEN=%s is refused by name', LISTEN => {
    expect(() => readSettings({ LISTEN })).toThrow('LISTEN is')
  })
})
