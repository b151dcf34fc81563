import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { banks, groupDomain } from '#sandbox/banks.ts'
import { loadPki, type Pki } from './authority.ts'
import {
  issueAuthority,
  issueFallbackKey,
  issueLocalAuthority,
  issueRevocationList,
  issueServer,
  issueTpp,
  type TppOrder,
} from './issue.ts'

/** Host names of the bank's server. */
export const serverHosts: readonly string[] = [
  groupDomain,
  ...banks.map(bank => `${bank.code}.${groupDomain}`),
  `*.${groupDomain}`,
  'localhost',
  '127.0.0.1',
]

const renewDaysBefore = 30

/** Browsers accept at most 825 days of an authority that a person has added. */
const localValidity = () => ({ from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 397 * 86_400_000) })

/**
 * Makes what is missing in `directory` for the https of a demonstration on this machine: an authority of its own and the certificate of the
 * application, the bank's screens and the tour, `server.{pem,key}`. Valid files are kept.
 */
export async function ensureLocalTls(directory: string): Promise<void> {
  if (!hasPair(directory, 'ca')) await issueLocalAuthority(directory)
  if (isFresh(directory, '.', 'server')) return
  const hosts = [...serverHosts, '::1', 'tour.localhost']
  await issueServer(directory, hosts, { folder: '.', validity: localValidity() })
}

/** The address of the revocation list on the screens' server; null while its port is unknown. */
export function listUrlOf(screensPort: number): string | null {
  return screensPort === 0 ? null : `http://${groupDomain}:${screensPort}/revoked.crl`
}

/**
 * Makes what is missing in `directory`: the authority, the server certificate, the key of the fallback mode and, if `tpp` is
 * given, that TPP's two certificates in `tpp/`. Valid files are kept, those of the TPP if they are of its organisation; private
 * keys have mode 0600. With `listUrl` the server certificate names that address of the revocation list: one that names another,
 * or none, is made again.
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
  const { tpp } = options
  const isKept = (name: string) => isFresh(directory, 'tpp', name) && isOf(directory, name, tpp)
  if (tpp && !(isKept('qwac') && isKept('qseal'))) await issueTpp(directory, tpp, join(directory, 'tpp'))
  return loadPki(directory)
}

/** Whether the TPP's certificate is of this organisation. */
function isOf(directory: string, name: string, tpp: TppOrder | undefined): boolean {
  const { subject } = new X509Certificate(readFileSync(join(directory, 'tpp', `${name}.pem`)))
  return tpp !== undefined && subject.split('\n').includes(`organizationIdentifier=${tpp.organisationId}`)
}

/** Whether the server certificate names that address. Also true if none is given: the existing one is kept. */
function namesList(directory: string, listUrl: string | null): boolean {
  if (listUrl === null) return true
  return new X509Certificate(readFileSync(join(directory, 'bank/server.pem'))).raw.includes(listUrl, 0, 'latin1')
}

function hasPair(directory: string, name: string): boolean {
  return existsSync(join(directory, `${name}.pem`)) && existsSync(join(directory, `${name}.key`))
}

// Also false after an earlier authority was replaced: everything issued by it is made again.
function isFresh(directory: string, folder: string, name: string): boolean {
  if (!hasPair(join(directory, folder), name)) return false
  const certificate = new X509Certificate(readFileSync(join(directory, folder, `${name}.pem`)))
  const ca = new X509Certificate(readFileSync(join(directory, 'ca.pem')))
  if (!certificate.verify(ca.publicKey)) return false
  return new Date(certificate.validTo).getTime() - Date.now() > renewDaysBefore * 86_400_000
}
