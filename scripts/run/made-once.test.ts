import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensurePostgres, findClusterDir, removePostgres } from './postgres.ts'
import { ensureSecrets } from './settings.ts'

/** A first start that ends in the middle. */
const folder = mkdtempSync(join(tmpdir(), 'made-once-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('secrets whose writing was cut off are made by the next start', () => {
  const make = `import { ensureSecrets } from ${JSON.stringify(import.meta.resolve('./settings.ts'))}; ensureSecrets(${JSON.stringify(folder)})`
  const cut = `ulimit -f 0; exec ${process.execPath} --input-type=module --eval '${make}'`
  expect(spawnSync('sh', ['-c', cut]).status).not.toBe(0)
  expect(existsSync(join(folder, 'secrets.env'))).toBe(false)
  const secrets = ensureSecrets(folder)
  expect(secrets).toMatchObject({
    AUTH_SECRET: expect.stringMatching(/.{43}/),
    VAULT_KEYS: expect.stringMatching(/^k1:.{43}$/),
  })
  expect(ensureSecrets(folder)).toEqual(secrets)
})

test('a database whose making was cut off is made anew', async () => {
  chmodSync(folder, 0o755)
  const initdb = join(folder, 'initdb')
  const binaries = { postgres: initdb, initdb }
  writeFileSync(initdb, '#!/bin/sh\nIFS==; set -- $1; echo 18 > "$2/PG_VERSION"; exit 9\n')
  for (const _ of ['first', 'second'])
    await expect(ensurePostgres(folder, 1, binaries)).rejects.toThrow('could not be initialised')
  expect(existsSync(join(findClusterDir(folder), 'PG_VERSION'))).toBe(false)
  await removePostgres(folder)
})
