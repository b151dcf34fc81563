import 'server-only'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { readEnv } from './env.ts'

/**
 * Secrets at rest: compact JWE, `dir` with A256GCM and a `kid` (C11). Where a secret stands, row id and column, is part of
 * the protected header, which GCM authenticates: a ciphertext moved to another row or column does not open there.
 * The first key of VAULT_KEYS writes, all read, so a key is changed without downtime (C12).
 */

/** Where a secret is stored: the id of its row, and `Model.column`. */
export type Place = { readonly row: string; readonly column: string }

/** A secret that does not open: unknown key, broken, or moved from its place. Never says more. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly reason: 'unknown_key' | 'wrong_place' | 'broken'

  constructor(reason: 'unknown_key' | 'wrong_place' | 'broken') {
    super(`a sealed value does not open: ${reason}`)
    this.reason = reason
  }
}

function keyBytes(key: string): Uint8Array {
  return new Uint8Array(Buffer.from(key, 'base64url'))
}

function headerOf(jwe: string): Record<string, unknown> {
  try {
    return decodeProtectedHeader(jwe)
  } catch {
    throw new VaultError('broken')
  }
}

/** Encrypts a secret for one place. The result is a compact JWE, fit for a text column. */
export async function seal(plaintext: string, place: Place): Promise<string> {
  const [newest] = readEnv('VAULT_KEYS')
  if (!newest) throw new VaultError('unknown_key')
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid, row: place.row, col: place.column })
    .encrypt(keyBytes(newest.key))
}

/** Decrypts what `seal` made for this very place. Throws VaultError otherwise. */
export async function open(jwe: string, place: Place): Promise<string> {
  const header = headerOf(jwe)
  if (header.row !== place.row || header.col !== place.column) throw new VaultError('wrong_place')
  const entry = readEnv('VAULT_KEYS').find(({ kid }) => kid === header.kid)
  if (!entry) throw new VaultError('unknown_key')
  try {
    const { plaintext } = await compactDecrypt(jwe, keyBytes(entry.key), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return new TextDecoder().decode(plaintext)
  } catch {
    throw new VaultError('broken')
  }
}

/** Whether a sealed value was written with another key than the newest, so that a job writes it anew (C12). */
export function needsReseal(jwe: string): boolean {
  return headerOf(jwe).kid !== readEnv('VAULT_KEYS')[0]?.kid
}
