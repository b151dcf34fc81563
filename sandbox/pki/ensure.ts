import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { banks, groupDomain } from '#sandbox/banks.ts'
import { loadPki, type Pki } from './authority.ts'
import { issueAuthority, issueFallbackKey, issueRevocationList, issueServer, issueTpp, type TppOrder } from './issue.ts'

/** Names under which the bank's server answers. */
export const serverHosts: readonly string[] = [
  groupDomain,
  ...banks.map(bank => `${bank.code}.${groupDomain}`),
  `*.${groupDomain}`,
  'localhost',
  '127.0.0.1',
]

const renewDaysBefore = 30

/** Where the screens' server shows the revocation list; null while it is not known at which port it will listen. */
export function listUrlOf(screensPort: number): string | null {
  return screensPort === 0 ? null : `http://${groupDomain}:${screensPort}/revoked.crl`
}

/**
 * Makes what is missing in `directory`: the authority, the server certificate, the key of the fallback mode and, when
 * `tpp` is given, that TPP's two certificates in `tpp/`. What is there and still good stays as it is; private keys have
 * mode 0600. With `listUrl` the server certificate says that the revocation list lies there: one that says otherwise, or
 * nothing, is made again.
 */
export async function ensurePki(
  directory: string,
  options: { tpp?: TppOrder; listUrl?: string | null } = {},
): Promise<Pki> {
  const { listUrl = null } = options
  if (!hasPair(directory, 'ca')) await issueAuthority(directory)
  if (!existsSync(join(directory, 'revoked.crl'))) await issueRevocationList(directory)
  if (!isFresh(directory, 'bank', 'server') || !namesList(directory, listUrl)) {
    await issueServer(directory, serverHosts, { listUrl })
  }
  if (!existsSync(join(directory, 'bank', 'fallback.key'))) issueFallbackKey(directory)
  if (options.tpp && !(isFresh(directory, 'tpp', 'qwac') && isFresh(directory, 'tpp', 'qseal'))) {
    await issueTpp(directory, options.tpp, join(directory, 'tpp'))
  }
  return loadPki(directory)
}

/** Whether the server certificate has that address in it. Also true when none is asked for: it stays as another start made it. */
function namesList(directory: string, listUrl: string | null): boolean {
  if (listUrl === null) return true
  return new X509Certificate(readFileSync(join(directory, 'bank/server.pem'))).raw.includes(listUrl, 0, 'latin1')
}

function hasPair(directory: string, name: string): boolean {
  return existsSync(join(directory, `${name}.pem`)) && existsSync(join(directory, `${name}.key`))
}

// Also false for one of an earlier authority: after the authority is made again, everything under it is.
function isFresh(directory: string, folder: string, name: string): boolean {
  if (!hasPair(join(directory, folder), name)) return false
  const certificate = new X509Certificate(readFileSync(join(directory, folder, `${name}.pem`)))
  const ca = new X509Certificate(readFileSync(join(directory, 'ca.pem')))
  if (!certificate.verify(ca.publicKey)) return false
  return new Date(certificate.validTo).getTime() - Date.now() > renewDaysBefore * 86_400_000
}
