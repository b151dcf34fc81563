import { db } from '#lib/db.ts'

/**
 * The operators' list of revoked certificates in this process, read together with a bank's row, so that a change is
 * noticed as soon as a changed address would be (`openBank`).
 */

const shared = globalThis as typeof globalThis & { guichetRevoked?: ReadonlySet<string> }
const none: ReadonlySet<string> = new Set()

/** The serials of the list as last read; the same `Set` object as long as nothing changed. */
export function revokedSerials(): ReadonlySet<string> {
  return shared.guichetRevoked ?? none
}

/** Reads the list again. */
export async function readRevoked(): Promise<void> {
  const rows = await db().revokedCertificate.findMany({ select: { serial: true } })
  const serials = new Set(rows.map(({ serial }) => serial))
  const known = revokedSerials()
  if (serials.size !== known.size || [...serials].some(serial => !known.has(serial))) shared.guichetRevoked = serials
}

/** Forgets the cached list. For `closeBanks`. */
export function forgetRevoked(): void {
  delete shared.guichetRevoked
}
