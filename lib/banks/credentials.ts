import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { certificateFingerprint } from '@guichet/stet/registration.ts'
import type { Seal } from '@guichet/stet/signer.ts'
import type { TlsCredentials } from '@guichet/stet/tls.ts'
import { db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import { open, VaultError } from '#lib/vault.ts'
import { closeSigners, isKeyElsewhere, openSigner } from './signing.ts'

/**
 * Our certificates: the operator console's active set, or the environment's files. Parsed once; a new set is noticed
 * with a bank's row.
 */
export type Credentials = {
  /** Null for the files. */
  readonly id: string | null
  readonly tls: TlsCredentials
  readonly seal: Seal
  readonly qwacPem: string
  readonly sealPem: string
  readonly fingerprint: string
  /** Registered (document 3). */
  readonly kid: string
}

type Parts = { readonly qwac: string; readonly qwacKey: string; readonly seal: string; readonly sealKey: string }

const shared = globalThis as typeof globalThis & { guichetCredentials?: Credentials; guichetFiles?: Credentials }

/** Reads the set only if its id changed. */
export async function readCredentials(): Promise<Credentials> {
  const active = await db().certificateSet.findFirst({ where: { status: 'active' }, select: { id: true } })
  const known = shared.guichetCredentials
  if (known?.id === (active?.id ?? null)) return known
  const credentials = active ? await openCredentials(active.id).catch(filesIfLost) : fileCredentials()
  shared.guichetCredentials = credentials
  return credentials
}

function filesIfLost(error: unknown): Credentials {
  if (error instanceof VaultError && readEnv('VAULT_LOST')) return fileCredentials()
  throw error
}

/** Throws if a file can't be read; `SignerError` if a key elsewhere can't be reached. */
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

export function sealedKeyColumn(id: string, column: 'qwacKeySealed' | 'qsealKeySealed') {
  return { row: id, column: `CertificateSet.${column}` }
}

/** Active or not. Throws if unknown or its keys were deleted. */
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

function firstCertificate(pem: string): string {
  const found = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem)
  if (!found) throw new Error('a certificate file of TPP_* holds no certificate')
  return `${found[0]}\n`
}

/**
 * By file name (`qseal_<fingerprint>.pem`, bank:D16), of every set ever used: earlier calls may be verified later.
 * Null for other names.
 */
export async function findPublicCertificate(name: string): Promise<string | null> {
  const [, fingerprint] = /^qseal_([0-9a-f]{64})\.pem$/.exec(name) ?? []
  if (fingerprint === undefined) return null
  const files = fileCredentials()
  if (files.fingerprint === fingerprint) return files.sealPem
  const where = { qsealFingerprint: fingerprint }
  return (await db().certificateSet.findUnique({ where, select: { qsealPem: true } }))?.qsealPem ?? null
}

/** For tests and `closeBanks`. */
export function forgetCredentials(): void {
  delete shared.guichetCredentials
  delete shared.guichetFiles
  closeSigners()
}
