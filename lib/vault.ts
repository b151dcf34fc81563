import 'server-only'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { readVaultKeys } from './vault/keys.ts'

/**
 * Secrets at rest: compact JWE, `dir` with A256GCM and a `kid` (C11). Row id and column are part of the protected
 * header, which GCM authenticates: a ciphertext moved to another row or column can't be decrypted. The first
 * key (vault/keys.ts) encrypts, all can decrypt, so keys are rotated without downtime (C12). The head begins with `alg`, `enc` and `kid`: the
 * database's function `vault_kid` finds the key's id there.
 */

/** Where a secret is stored: the id of its row, and `Model.column`. */
export type SealedColumn = { readonly row: string; readonly column: string }

/** A secret that can't be decrypted: unknown key, corrupted, or sealed for another column. No further details. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly reason: 'unknown_key' | 'wrong_column' | 'broken'

  constructor(reason: 'unknown_key' | 'wrong_column' | 'broken') {
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

/** Encrypts a secret for one column of one row. Returns a compact JWE for a text column. */
export async function seal(plaintext: string, column: SealedColumn): Promise<string> {
  const [newest] = readVaultKeys()
  if (!newest) throw new VaultError('unknown_key')
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid, row: column.row, col: column.column })
    .encrypt(keyBytes(newest.key))
}

/** Decrypts what `seal` made for the same row and column. Throws VaultError otherwise. */
export async function open(jwe: string, column: SealedColumn): Promise<string> {
  const header = headerOf(jwe)
  if (header.row !== column.row || header.col !== column.column) throw new VaultError('wrong_column')
  const entry = readVaultKeys().find(({ kid }) => kid === header.kid)
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
