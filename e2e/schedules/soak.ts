import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { closeBanks } from '#lib/banks.ts'
import { closeDb } from '#lib/db.ts'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensureDatabase, ensurePostgres, freePort } from '#scripts/run/postgres.ts'
import { schedules } from './arbitrary.ts'
import { openStage, playSchedule } from './order-life.ts'

/**
 * Thousands of schedules with their own database (T9). Returns how many were played, how orders ended, and the first violation,
 * with its seed and path.
 */
export async function runSchedules({ runs, seed }: { readonly runs: number; readonly seed: number }) {
  const folder = resolve('.data', 'soak')
  const server = await ensurePostgres(folder, await freePort())
  const name = `schedules_${Date.now()}`
  await ensureDatabase(server, name)
  // No power cut is simulated here, so commits need not wait for the disk.
  const url = new URL(server.urlOf(name))
  url.searchParams.set('options', '-c synchronous_commit=off')
  await applyMigrations(server.urlOf(name))
  Object.assign(process.env, {
    DATABASE_URL: url.href,
    VAULT_KEYS: `soak:${Buffer.alloc(32, 7).toString('base64url')}`,
    AUTH_SECRET: 'a-secret-for-soaking-only-0123456789abcdef',
    APP_URL: 'http://localhost:3000',
    LEGAL_NAME: 'Guichet SAS',
    LEGAL_AUTHORISATION: 'PSDFR-ACPR-17843',
    LEGAL_CONTACT: 'contact@guichet.example',
    LOG_LEVEL: 'fatal',
  })
  const endings: Record<string, number> = {}
  try {
    await openStage()
    const property = fc.asyncProperty(schedules, async schedule => {
      const { status, violations } = await playSchedule(schedule)
      endings[status] = (endings[status] ?? 0) + 1
      if (violations.length > 0) throw new Error(violations.join('; '))
    })
    const checked = await fc.check(property, { numRuns: runs, seed, endOnFailure: true })
    const broken = checked.failed
      ? { seed: checked.seed, path: checked.counterexamplePath, said: String(checked.errorInstance) }
      : null
    return { played: checked.numRuns, endings, broken, schedule: checked.counterexample }
  } finally {
    await closeBanks()
    await closeDb()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
