import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { people } from '#testing/bank/customers.ts'
import { openBank } from '#testing/bank/open.ts'
import { keyIdOf, linkAs } from '#testing/bank/start.ts'

const at = openBank()

test('docs/examples/list-accounts.ts lists accounts with the library only', async () => {
  const { running, clientId } = at
  const { accessToken } = await linkAs(at.connect(), running, people.camille)
  const env = {
    PATH: process.env.PATH,
    BANK_CODE: '19870',
    BANK_URL: running.baseUrlOf('19870'),
    CLIENT_ID: clientId,
    ACCESS_TOKEN: accessToken.reveal(),
    KEY_ID: keyIdOf(running.tppOrigin, running.pki.qsealCert),
    PKI: join(running.dataDir, 'pki'),
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['docs/examples/list-accounts.ts'], {
    env: { ...env, NODE_ENV: 'test' },
  })
  const lines = stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toMatch(/^.+\tFR\d{2}19870\w+\t-\tEUR$/)
})
