import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issue, makeAuthority } from '@guichet/stet/testing/certificates.ts'

const vectors = new URL('../../packages/stet/vectors/', import.meta.url)

/** Certificates that are never presented: the transport of a schedule is a function. */
export async function writeCertificates(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-schedules-'))
  const authority = await makeAuthority('Paper')
  const qwac = await issue(authority, { name: 'Guichet' })
  const files = { ca: authority.cert, cert: qwac.cert, key: qwac.key }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.pem`), text, { mode: 0o600 })
  Object.assign(process.env, {
    TPP_QWAC_CERT: join(folder, 'cert.pem'),
    TPP_QWAC_KEY: join(folder, 'key.pem'),
    TPP_QSEAL_CERT: new URL('certificate.pem', vectors).pathname,
    TPP_QSEAL_KEY: new URL('key.pem', vectors).pathname,
    BANK_CA: join(folder, 'ca.pem'),
  })
}
