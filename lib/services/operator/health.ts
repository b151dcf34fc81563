import { existsSync, readdirSync } from 'node:fs'
import { db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import { open, seal } from '#lib/vault.ts'

/** What a process knows of itself; Next loads a module more than once in a process, so it stands apart. */
type Standing = { stopping: boolean; worker: 'none' | 'running' | 'stopped'; lastRoundAt: number | null }
const shared = globalThis as typeof globalThis & { guichetStanding?: Standing }

function standing(): Standing {
  shared.guichetStanding ??= { stopping: false, worker: 'none', lastRoundAt: null }
  return shared.guichetStanding
}

/** The process was told to stop: it answers what it has begun, and wants no new requests. */
export function markStopping(): void {
  standing().stopping = true
}

/** The worker of this process started or stopped. */
export function markWorker(state: 'running' | 'stopped'): void {
  standing().worker = state
}

/** The worker of this process has gone through a round: it is alive. */
export function markRound(): void {
  standing().lastRoundAt = Date.now()
}

/** A worker that has not finished a round for this long hangs. */
const roundLimitMs = 120_000

export type Readiness = {
  readonly ready: boolean
  readonly stopping: boolean
  readonly database: boolean
  readonly migrations: boolean
  readonly worker: boolean
  readonly vault: boolean
}

/** Whether this process can take requests: not stopping, database there and migrated, worker alive (if it has one), vault open. */
export async function checkReadiness(): Promise<Readiness> {
  const [migrations, vault] = await Promise.all([checkMigrations(), checkVault()])
  const { stopping } = standing()
  const worker = isWorkerAlive()
  const checks = { stopping, database: migrations !== null, migrations: migrations === true, worker, vault }
  return { ready: !stopping && checks.database && checks.migrations && worker && vault, ...checks }
}

/** Null when the database does not answer; else whether every migration beside the program is applied. */
async function checkMigrations(): Promise<boolean | null> {
  try {
    const rows = await db().$queryRaw<{ name: string }[]>`
      SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`
    const done = new Set(rows.map(({ name }) => name))
    return knownMigrations().every(name => done.has(name))
  } catch {
    return null
  }
}

function knownMigrations(): string[] {
  const folder = 'prisma/migrations'
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
}

async function checkVault(): Promise<boolean> {
  const place = { row: 'health', column: 'check' }
  try {
    return (await open(await seal('x', place), place)) === 'x'
  } catch {
    return false
  }
}

function isWorkerAlive(): boolean {
  if (!readEnv('GUICHET_WORKER')) return true
  const { worker, lastRoundAt } = standing()
  return worker === 'running' && (lastRoundAt === null || Date.now() - lastRoundAt < roundLimitMs)
}
