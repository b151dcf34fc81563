import { db } from '#lib/db.ts'

/**
 * The list of revoked certificates that operators keep, as this process knows it: read with every look at a bank's row, so that a
 * change is noticed as soon as another address of a bank is (`openBank`).
 */

const shared = globalThis as typeof globalThis & { guichetRevoked?: ReadonlySet<string> }
const none: ReadonlySet<string> = new Set()

/** The serials of the list as it was last read: the same set as long as nothing has changed. */
export function revokedSerials(): ReadonlySet<string> {
  return shared.guichetRevoked ?? none
}

/** Reads the list anew. */
export async function readRevoked(): Promise<void> {
  const rows = await db().revokedCertificate.findMany({ select: { serial: true } })
  const serials = new Set(rows.map(({ serial }) => serial))
  const known = revokedSerials()
  if (serials.size !== known.size || [...serials].some(serial => !known.has(serial))) shared.guichetRevoked = serials
}

/** Forgets what was read: for `closeBanks`. */
export function forgetRevoked(): void {
  delete shared.guichetRevoked
}
