import { type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createHttpSigners } from '@guichet/stet/http-signer.ts'
import { keySigner, type Signer, SignerError } from '@guichet/stet/signer.ts'
import { readEnv } from '#lib/env.ts'
import { metrics } from '#lib/metrics.ts'

/** A QSealC's key: PEM, or a name at the HTTP signer. */

export function isKeyElsewhere(key: string): boolean {
  return key.startsWith('signer:')
}

/**
 * Unencrypted PEM, or `signer:<name>`; nothing is asked yet. Throws `SignerError` for a missing variable, TypeError
 * unless RSA.
 */
export function openSigner(key: string, publicKey: KeyObject): Signer {
  if (!isKeyElsewhere(key)) return keySigner(key)
  const [, name] = /^signer:([A-Za-z0-9._-]{1,100})$/.exec(key) ?? []
  if (name === undefined)
    throw new SignerError(
      'settings',
      'a key at the signer is named with letters, digits, dots and hyphens: signer:qseal-2026',
    )
  return measured(httpSigners().keyNamed(name, publicKey))
}

function measured({ algorithm, sign }: Signer): Signer {
  return {
    algorithm,
    sign: async (bytes, attended) => {
      const end = metrics().signatures.startTimer({ place: 'http' })
      try {
        const made = await sign(bytes, attended)
        end({ outcome: 'ok' })
        return made
      } catch (error) {
        end({ outcome: error instanceof SignerError ? error.fault : 'fault' })
        throw error
      }
    },
  }
}

/** Null if it can; asks for one signature. */
export async function findSignerFault(key: string, certificatePem: string): Promise<SignerError | null> {
  try {
    await openSigner(key, new X509Certificate(certificatePem).publicKey).sign(Buffer.from('guichet'), true)
    return null
  } catch (error) {
    if (error instanceof SignerError) return error
    throw error
  }
}

type Signers = ReturnType<typeof createHttpSigners>
const shared = globalThis as typeof globalThis & { guichetSigners?: Signers }

function httpSigners(): Signers {
  shared.guichetSigners ??= openHttpSigners()
  return shared.guichetSigners
}

function openHttpSigners(): Signers {
  const [url, token] = [readEnv('SIGNER_URL'), readEnv('SIGNER_TOKEN')]
  if (url === undefined) throw new SignerError('settings', 'SIGNER_URL is missing: a signer: key needs it')
  const [cert, key, ca] = (['SIGNER_CERT', 'SIGNER_KEY', 'SIGNER_CA'] as const).map(readFile)
  if (token === undefined && (cert === undefined || key === undefined))
    throw new SignerError('settings', 'set SIGNER_TOKEN, or SIGNER_CERT and SIGNER_KEY: the signer must know us')
  return createHttpSigners({
    url,
    ...(token === undefined ? {} : { token }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(ca === undefined ? {} : { ca }),
  })
}

function readFile(name: 'SIGNER_CERT' | 'SIGNER_KEY' | 'SIGNER_CA'): Buffer | undefined {
  const path = readEnv(name)
  try {
    return path === undefined ? undefined : readFileSync(path)
  } catch {
    throw new SignerError('settings', `${name}: ${path} can't be read`)
  }
}

export function closeSigners(): void {
  void shared.guichetSigners?.close()
  delete shared.guichetSigners
}
