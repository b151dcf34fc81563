import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankDay } from '@guichet/sandbox/people/today.ts'
import { issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { openSandbox } from '@guichet/sandbox/running-bank.ts'
import { readSettings } from '@guichet/sandbox/settings.ts'
import { ourOrder } from '#testing/bank/start.ts'

/**
 * The folder of a bank that was opened once, with its certificates and ours, and two years of its customers' lives: every bank of the
 * test run starts with a copy (`testing/bank/start.ts`).
 */
export default async function provideBank() {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-bank-template-'))
  const settings = readSettings({ GUICHET_DATA: dataDir })
  const sandbox = await openSandbox(settings, { log: () => {} })
  bankDay(sandbox)
  sandbox.close()
  const pki = join(dataDir, 'pki')
  await issueTpp(pki, ourOrder, join(pki, 'tpp'))
  process.env.GUICHET_TEST_BANK = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
