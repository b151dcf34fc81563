import { expect, test } from 'vitest'
import { fileBackup } from '#testing/database/clusters.ts'
import { playRestore } from './restore.ts'

test('restored on a new server: payments continue, the audit trail is whole, and other vault keys are refused at the start', async () => {
  const { faults, withWrongKey } = await playRestore(fileBackup)
  expect(faults).toEqual([])
  expect(withWrongKey).toMatch(/VAULT_KEYS: key ground is not the one of this name/)
  expect(withWrongKey).not.toContain('    at ')
}, 240_000)
