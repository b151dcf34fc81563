import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePki } from '@guichet/sandbox/pki/ensure.ts'
import { testTpp } from '@guichet/sandbox/pki/test-authority.ts'

/** Makes the certificates of the bank and of the tests' TPP once; each bank of the test run starts with a copy. */
export default async function providePki() {
  const directory = mkdtempSync(join(tmpdir(), 'guichet-pki-template-'))
  await ensurePki(directory, { tpp: testTpp })
  process.env.SANDBOX_TEST_PKI = directory
  return () => rmSync(directory, { recursive: true, force: true })
}
