import type { CertificateCheck } from '@guichet/stet/certificate-check.ts'
import { createRevocationLists, type RevocationLists } from '@guichet/stet/revocation-lists.ts'
import type { CertificateSighting } from '@guichet/stet/terms/certificate-sighting.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { log } from '#lib/log.ts'
import { revokedSerials } from './revoked.ts'

/**
 * How this process checks banks' certificates: the operators' list, the CRLs (shared by all banks), and the findings,
 * which are stored for the operator console.
 */

type Kept = {
  latest: CertificateSighting
  /** The content of the row as far as this process wrote it, and when. */
  written: CertificateSighting | null
  writtenAt: number
  writing: Promise<void> | null
}

const shared = globalThis as typeof globalThis & {
  guichetLists?: RevocationLists
  guichetSightings?: Map<string, Kept>
}

/** An unchanged finding is written again after this time, so that the operator console can show when it was last seen. */
const rewriteMs = 3_600_000

/** The checks of one bank. */
export function certificateCheckOf(bankCode: string): CertificateCheck {
  shared.guichetLists ??= createRevocationLists()
  return { listed: revokedSerials, lists: shared.guichetLists, seen: sighting => keep(bankCode, sighting) }
}

/** Resolves when pending findings are written, so that a process can exit. Forgets CRLs and findings. */
export async function forgetChecks(): Promise<void> {
  const writing = [...(shared.guichetSightings?.values() ?? [])].map(kept => kept.writing)
  delete shared.guichetLists
  delete shared.guichetSightings
  await Promise.all(writing)
}

/** Never delays a call: findings are written in the background, one write at a time per bank; a failure is only logged. */
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
