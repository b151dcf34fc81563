import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import type { Seal } from '#lib/stet/bank.ts'
import { certificateFingerprint } from '#lib/stet/registration.ts'
import type { TlsCredentials } from '#lib/stet/transport.ts'
import { open } from '#lib/vault.ts'

/**
 * Our two certificates with their keys: the set that operators rolled to, or the files that the environment names as long as
 * there is none. Keys are parsed once; another set is noticed with the next look at a bank's row.
 */
export type Credentials = {
  /** Id of the set, null for the files. */
  readonly id: string | null
  readonly tls: TlsCredentials
  readonly seal: Seal
  readonly qwacPem: string
  readonly sealPem: string
  readonly fingerprint: string
  /** The `kid` under which the seal is registered (document 3). */
  readonly kid: string
}

type Parts = { readonly qwac: string; readonly qwacKey: string; readonly seal: string; readonly sealKey: string }

const shared = globalThis as typeof globalThis & { guichetCredentials?: Credentials; guichetFiles?: Credentials }

/** Those that hold now. Asks the database for the id of the active set, and for more only when it is another. */
export async function readCredentials(): Promise<Credentials> {
  const active = await db().certificateSet.findFirst({ where: { status: 'active' }, select: { id: true } })
  const known = shared.guichetCredentials
  if (known?.id === (active?.id ?? null)) return known
  const credentials = active ? await openCredentials(active.id) : fileCredentials()
  shared.guichetCredentials = credentials
  return credentials
}

/** The files of the environment. Throws when one can't be read. */
export function fileCredentials(): Credentials {
  shared.guichetFiles ??= makeCredentials(null, {
    qwac: readFileSync(readEnv('TPP_QWAC_CERT'), 'utf8'),
    qwacKey: readFileSync(readEnv('TPP_QWAC_KEY'), 'utf8'),
    seal: readFileSync(readEnv('TPP_QSEAL_CERT'), 'utf8'),
    sealKey: readFileSync(readEnv('TPP_QSEAL_KEY'), 'utf8'),
  })
  return shared.guichetFiles
}

/** Where the keys of a set are sealed. */
export function sealedKeyColumn(id: string, column: 'qwacKeySealed' | 'qsealKeySealed') {
  return { row: id, column: `CertificateSet.${column}` }
}

/** The set of that id, whether it is active or waits to be. Throws when there is none, or its keys are gone. */
export async function openCredentials(id: string): Promise<Credentials> {
  const row = await db().certificateSet.findUniqueOrThrow({ where: { id } })
  const { qwacKeySealed, qsealKeySealed } = row
  if (qwacKeySealed === null || qsealKeySealed === null) throw new Error('the keys of this certificate set are gone')
  const [qwacKey, sealKey] = await Promise.all([
    open(qwacKeySealed, sealedKeyColumn(id, 'qwacKeySealed')),
    open(qsealKeySealed, sealedKeyColumn(id, 'qsealKeySealed')),
  ])
  return makeCredentials(id, { qwac: `${row.qwacPem}${row.qwacChainPem ?? ''}`, qwacKey, seal: row.qsealPem, sealKey })
}

function makeCredentials(id: string | null, { qwac, qwacKey, seal, sealKey }: Parts): Credentials {
  const sealPem = firstCertificate(seal)
  const fingerprint = certificateFingerprint(sealPem)
  const kid = `qseal_${fingerprint}`
  return {
    id,
    tls: { cert: qwac, key: qwacKey, ca: readFileSync(readEnv('BANK_CA')) },
    seal: { key: createPrivateKey(sealKey), keyId: `${readEnv('APP_URL')}/certificates/${kid}.pem` },
    qwacPem: firstCertificate(qwac),
    sealPem,
    fingerprint,
    kid,
  }
}

/** The first certificate of a PEM file and nothing else, whatever stands beside it. */
function firstCertificate(pem: string): string {
  const found = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/.exec(pem)
  if (!found) throw new Error('a certificate file of TPP_* holds no certificate')
  return `${found[0]}\n`
}

/**
 * A public seal certificate of ours under its file name (`qseal_<fingerprint>.pem`, D16): the one of the files, and of every
 * set there ever was, for calls signed before a roll are checked after it. Null for any other name.
 */
export async function findPublicCertificate(name: string): Promise<string | null> {
  const [, fingerprint] = /^qseal_([0-9a-f]{64})\.pem$/.exec(name) ?? []
  if (fingerprint === undefined) return null
  const files = fileCredentials()
  if (files.fingerprint === fingerprint) return files.sealPem
  const where = { qsealFingerprint: fingerprint }
  return (await db().certificateSet.findUnique({ where, select: { qsealPem: true } }))?.qsealPem ?? null
}

/** Forgets what was read. For tests, and for `closeBanks`. */
export function forgetCredentials(): void {
  delete shared.guichetCredentials
  delete shared.guichetFiles
}
