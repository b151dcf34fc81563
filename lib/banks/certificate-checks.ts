import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { CertificateSighting } from '#lib/domain/bank/certificate-sighting.ts'
import { log } from '#lib/log.ts'
import type { CertificateCheck } from '#lib/stet/certificate-check.ts'
import { createRevocationLists, type RevocationLists } from '#lib/stet/revocation-lists.ts'
import { revokedSerials } from './revoked.ts'

/**
 * How this process checks the certificates that banks come with: the operators' list, the lists of authorities, which it shares
 * among all banks, and what was found, which is kept for the operator console.
 */

type Kept = {
  latest: CertificateSighting
  /** What stands in the row, as far as this process wrote it, and when it did. */
  written: CertificateSighting | null
  writtenAt: number
  writing: Promise<void> | null
}

const shared = globalThis as typeof globalThis & {
  guichetLists?: RevocationLists
  guichetSightings?: Map<string, Kept>
}

/** What did not change is written anew after this long, so that the operator console can say when it was seen. */
const rewriteMs = 3_600_000

/** The checks of one bank. */
export function certificateCheckOf(bankCode: string): CertificateCheck {
  shared.guichetLists ??= createRevocationLists()
  return { listed: revokedSerials, lists: shared.guichetLists, seen: sighting => keep(bankCode, sighting) }
}

/** Resolves when what was seen is written: for whoever ends. Lists and sightings are forgotten. */
export async function forgetChecks(): Promise<void> {
  const writing = [...(shared.guichetSightings?.values() ?? [])].map(kept => kept.writing)
  delete shared.guichetLists
  delete shared.guichetSightings
  await Promise.all(writing)
}

/** Never in the way of a call: it is written beside it, one write at a time for each bank, and a failure is logged alone. */
function keep(bankCode: string, sighting: CertificateSighting): void {
  shared.guichetSightings ??= new Map()
  const kept = shared.guichetSightings.get(bankCode) ?? { latest: sighting, written: null, writtenAt: 0, writing: null }
  shared.guichetSightings.set(bankCode, kept)
  kept.latest = sighting
  kept.writing ??= write(bankCode, kept).finally(() => {
    kept.writing = null
  })
}

async function write(bankCode: string, kept: Kept): Promise<void> {
  try {
    while (isNews(kept)) {
      const { latest } = kept
      const data = { ...latest, seenAt: now() }
      await db().bankCertificate.upsert({ where: { bankCode }, create: { bankCode, ...data }, update: data })
      Object.assign(kept, { written: latest, writtenAt: data.seenAt.getTime() })
    }
  } catch (error) {
    log().warn({ err: error, bank: bankCode }, 'what was found of a bank’s certificate was not kept')
  }
}

function isNews({ latest, written, writtenAt }: Kept): boolean {
  if (written === null || now().getTime() - writtenAt > rewriteMs) return true
  return latest.serial !== written.serial || latest.checked !== written.checked
}
