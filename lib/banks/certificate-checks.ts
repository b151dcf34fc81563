import type { CertificateCheck } from '@guichet/stet/certificate-check.ts'
import { createRevocationLists, type RevocationLists } from '@guichet/stet/revocation-lists.ts'
import type { CertificateSighting } from '@guichet/stet/terms/certificate-sighting.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { log } from '#lib/log.ts'
import { revokedSerials } from './revoked.ts'

/** The operators' list, CRLs shared by all banks, and findings for the operator console. */

type Kept = {
  latest: CertificateSighting
  /** As this process wrote it. */
  written: CertificateSighting | null
  writtenAt: number
  writing: Promise<void> | null
}

const shared = globalThis as typeof globalThis & {
  guichetLists?: RevocationLists
  guichetSightings?: Map<string, Kept>
}

/** An unchanged finding is written again, to show when it was last seen. */
const rewriteMs = 3_600_000

export function certificateCheckOf(bankCode: string): CertificateCheck {
  shared.guichetLists ??= createRevocationLists()
  return { listed: revokedSerials, lists: shared.guichetLists, seen: sighting => keep(bankCode, sighting) }
}

/** Resolves when findings are written. Forgets CRLs and findings. */
export async function forgetChecks(): Promise<void> {
  const writing = [...(shared.guichetSightings?.values() ?? [])].map(kept => kept.writing)
  delete shared.guichetLists
  delete shared.guichetSightings
  await Promise.all(writing)
}

/** In the background, one write per bank at a time; a failure is logged. */
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
