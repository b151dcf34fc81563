import { expect, test } from 'vitest'
import { dumpBackup, fileBackup, findInstalled, momentBackup } from '#testing/database/clusters.ts'
import { playRestore } from './restore.ts'

/** `npm run soak -- restore`: all but the first with the commands of docs/operations, on the system's PostgreSQL. */
const installed = process.env.RESTORE === 'all' ? findInstalled() : null
const ways = [
  ['its files', fileBackup] as const,
  ...(installed
    ? [['a dump', dumpBackup(installed.bin)] as const, ['a moment', momentBackup(installed.bin)] as const]
    : []),
]

test.each(ways)(
  '%s restored on a new server: payments continue, the audit trail is whole, and other vault keys are refused at the start',
  async (_, way) => {
    const { faults, withWrongKey } = await playRestore(way)
    expect(faults).toEqual([])
    expect(withWrongKey).toMatch(/VAULT_KEYS: key ground is not the one of this name/)
    expect(withWrongKey).not.toContain('    at ')
  },
  240_000,
)
