import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { closeBank } from '@guichet/stet/bank.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '#testing/bank/customers.ts'
import { connect, keyIdOf, linkAs, type RunningBank, registerApp, startBank } from '#testing/bank/start.ts'

let running: RunningBank

beforeAll(async () => {
  running = await startBank()
})
afterAll(() => running.stop())

test('docs/examples/list-accounts.ts lists accounts with the library only', async () => {
  const clientId = await registerApp(running)
  const bank = connect(running, '19870', clientId)
  const { accessToken } = await linkAs(bank, running, people.camille)
  await closeBank(bank)
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
