import { db } from '#lib/db.ts'

/** Read with a bank's row. */

const shared = globalThis as typeof globalThis & { guichetRevoked?: ReadonlySet<string> }
const none: ReadonlySet<string> = new Set()

/** The same `Set` while nothing changed. */
export function revokedSerials(): ReadonlySet<string> {
  return shared.guichetRevoked ?? none
}

export async function readRevoked(): Promise<void> {
  const rows = await db().revokedCertificate.findMany({ select: { serial: true } })
  const serials = new Set(rows.map(({ serial }) => serial))
  const known = revokedSerials()
  if (serials.size !== known.size || [...serials].some(serial => !known.has(serial))) shared.guichetRevoked = serials
}

/** For `closeBanks`. */
export function forgetRevoked(): void {
  delete shared.guichetRevoked
}
