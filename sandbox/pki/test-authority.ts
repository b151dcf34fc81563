import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TppOrder } from './issue.ts'

/** The TPP that tests are, unless they say otherwise. */
export const testTpp: TppOrder = {
  organisationId: 'PSDFR-ACPR-10001',
  name: 'Essai SAS',
  roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'],
}

/**
 * A new data folder for the bank of a test. Where the run made certificates once (`SANDBOX_TEST_PKI`, by `scripts/test/pki.ts`), it
 * begins with a copy of them, for making the four RSA keys takes longer than most tests.
 */
export function newTestFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const template = process.env.SANDBOX_TEST_PKI
  if (template !== undefined) cpSync(template, join(dataDir, 'pki'), { recursive: true })
  return dataDir
}
