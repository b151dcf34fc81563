import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TppOrder } from './issue.ts'

/** The default TPP of tests. */
export const testTpp: TppOrder = {
  organisationId: 'PSDFR-ACPR-10001',
  name: 'Essai SAS',
  roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'],
}

/**
 * A new data folder for a test's bank. If the test run has made certificates (`SANDBOX_TEST_PKI`, by `testing/setup/pki.ts`), it
 * starts with a copy, because making the four RSA keys takes longer than most tests.
 */
export function newTestFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const template = process.env.SANDBOX_TEST_PKI
  if (template !== undefined) cpSync(template, join(dataDir, 'pki'), { recursive: true })
  return dataDir
}
