import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { certificateFingerprint } from '@guichet/stet/registration.ts'
import type { Seal } from '@guichet/stet/signer.ts'
import type { TlsCredentials } from '@guichet/stet/tls.ts'
import { db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import { open } from '#lib/vault.ts'
import { closeSigners, isKeyElsewhere, openSigner } from './signing.ts'

/**
 * Our two certificates with their keys: the active set of the operator console, or the files of the environment if
 * there is none. Keys are parsed once; a new set is noticed when a bank's row is read again.
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

/** The current credentials. Reads the active set's id, and the set itself only if the id changed. */
export async function readCredentials(): Promise<Credentials> {
  const active = await db().certificateSet.findFirst({ where: { status: 'active' }, select: { id: true } })
  const known = shared.guichetCredentials
  if (known?.id === (active?.id ?? null)) return known
  const credentials = active ? await openCredentials(active.id) : fileCredentials()
  shared.guichetCredentials = credentials
  return credentials
}

/** The files of the environment. Throws if one can't be read, and `SignerError` if the key is elsewhere and can't be reached. */
export function fileCredentials(): Credentials {
  const sealKey = readEnv('TPP_QSEAL_KEY')
  shared.guichetFiles ??= makeCredentials(null, {
    qwac: readFileSync(readEnv('TPP_QWAC_CERT'), 'utf8'),
    qwacKey: readFileSync(readEnv('TPP_QWAC_KEY'), 'utf8'),
    seal: readFileSync(readEnv('TPP_QSEAL_CERT'), 'utf8'),
    sealKey: isKeyElsewhere(sealKey) ? sealKey : readFileSync(sealKey, 'utf8'),
  })
  return shared.guichetFiles
}

/** Where the keys of a set are sealed. */
export function sealedKeyColumn(id: string, column: 'qwacKeySealed' | 'qsealKeySealed') {
  return { row: id, column: `CertificateSet.${column}` }
}

/** The set with that id, active or not. Throws if it does not exist or its keys were deleted. */
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
    seal: {
      signer: openSigner(sealKey, new X509Certificate(sealPem).publicKey),
      keyId: `${readEnv('APP_URL')}/certificates/${kid}.pem`,
    },
    qwacPem: firstCertificate(qwac),
    sealPem,
    fingerprint,
    kid,
  }
}

/** The first certificate of a PEM file, without whatever else the file contains. */
function firstCertificate(pem: string): string {
  const found = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem)
  if (!found) throw new Error('a certificate file of TPP_* holds no certificate')
  return `${found[0]}\n`
}

/**
 * A public seal certificate of ours by its file name (`qseal_<fingerprint>.pem`, bank:D16): that of the files and those of
 * all sets ever used, because calls signed before a roll may be verified after it. Null for any other name.
 */
export async function findPublicCertificate(name: string): Promise<string | null> {
  const [, fingerprint] = /^qseal_([0-9a-f]{64})\.pem$/.exec(name) ?? []
  if (fingerprint === undefined) return null
  const files = fileCredentials()
  if (files.fingerprint === fingerprint) return files.sealPem
  const where = { qsealFingerprint: fingerprint }
  return (await db().certificateSet.findUnique({ where, select: { qsealPem: true } }))?.qsealPem ?? null
}

/** Forgets the cached credentials. For tests and `closeBanks`. */
export function forgetCredentials(): void {
  delete shared.guichetCredentials
  delete shared.guichetFiles
  closeSigners()
}
