import 'server-only'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { readVaultKeys } from './vault/keys.ts'

/**
 * Compact JWE, `dir` with A256GCM and `kid` (C11). Row and column are in the authenticated header: moved elsewhere
 * it can't be decrypted. The first key encrypts, all decrypt (C12). The head begins `alg`, `enc`, `kid`, as the
 * database's `vault_kid` expects.
 */

/** `column`: `Model.column`. */
export type SealedColumn = { readonly row: string; readonly column: string }

/** Unknown key, corrupted, or of another column. */
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

export async function seal(plaintext: string, column: SealedColumn): Promise<string> {
  const [newest] = readVaultKeys()
  if (!newest) throw new VaultError('unknown_key')
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid, row: column.row, col: column.column })
    .encrypt(keyBytes(newest.key))
}

/** Throws VaultError. */
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
