import { existsSync, readdirSync } from 'node:fs'
import { db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import { open, seal } from '#lib/vault.ts'

/** globalThis: Next loads modules more than once. */
type ProcessState = {
  stopping: boolean
  worker: 'none' | 'running' | 'stopped'
  lastRoundAt: number | null
  lastWrite: { readonly at: number; readonly done: Promise<boolean> } | null
}
const shared = globalThis as typeof globalThis & { guichetProcessState?: ProcessState }

function processState(): ProcessState {
  shared.guichetProcessState ??= { stopping: false, worker: 'none', lastRoundAt: null, lastWrite: null }
  return shared.guichetProcessState
}

/** Finishes running requests, takes no new ones. */
export function markStopping(): void {
  processState().stopping = true
}

/** Its first round has as long as any other. */
export function markWorker(state: 'running' | 'stopped'): void {
  processState().worker = state
  processState().lastRoundAt ??= Date.now()
}

export function markRound(): void {
  processState().lastRoundAt = Date.now()
}

/** Null without a worker. */
export function readRoundAge(): number | null {
  const { worker, lastRoundAt } = processState()
  return worker === 'none' || lastRoundAt === null ? null : (Date.now() - lastRoundAt) / 1_000
}

/** Then it hangs. */
const roundLimitMs = 120_000

export type Readiness = {
  readonly ready: boolean
  readonly stopping: boolean
  readonly database: boolean
  readonly writes: boolean
  readonly migrations: boolean
  readonly worker: boolean
  readonly vault: boolean
  readonly clock: boolean
}

/** Leases use the database's clock, signatures and tokens ours. */
export const clockToleranceMs = 60_000

/** Not stopping, database writable and migrated, its clock and ours together, worker alive, vault open. */
export async function checkReadiness(): Promise<Readiness> {
  const [database, writes, vault] = await Promise.all([checkDatabase(), checkWrites(), checkVault()])
  const { stopping } = processState()
  const worker = isWorkerAlive()
  const checks = { ...database, writes, worker, vault }
  return { ready: !stopping && Object.values(checks).every(Boolean), stopping, ...checks }
}

/** Without an answer nothing is known of its clock, which is then no fault of its own. */
async function checkDatabase(): Promise<Pick<Readiness, 'database' | 'migrations' | 'clock'>> {
  try {
    const [rows, [{ now } = { now: new Date() }]] = await Promise.all([
      db().$queryRaw<{ name: string }[]>`
        SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
      db().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`,
    ])
    const done = new Set(rows.map(({ name }) => name))
    const migrations = knownMigrations().every(name => done.has(name))
    return { database: true, migrations, clock: Math.abs(now.getTime() - Date.now()) <= clockToleranceMs }
  } catch {
    return { database: false, migrations: false, clock: true }
  }
}

const writeEveryMs = 1_000

function checkWrites(): Promise<boolean> {
  const shared = processState()
  const at = performance.now()
  if (shared.lastWrite === null || at - shared.lastWrite.at >= writeEveryMs) {
    shared.lastWrite = {
      at,
      done: writeSomething()
        .then(() => true)
        .catch(() => false),
    }
  }
  return shared.lastWrite.done
}

/** Overwriting works on a full disk; the sort needs a temporary file. */
async function writeSomething(): Promise<void> {
  await db().$transaction(
    async tx => {
      await tx.$executeRaw`SET LOCAL work_mem = '64kB'`
      await tx.$executeRaw`INSERT INTO "WriteProbe" ("id", "at") VALUES (1, now())
        ON CONFLICT ("id") DO UPDATE SET "at" = EXCLUDED."at"`
      await tx.$queryRaw`SELECT count(*) FROM (SELECT md5(n::text) FROM generate_series(1, 4000) AS n ORDER BY 1 OFFSET 0) AS sorted`
    },
    { maxWait: 2_000, timeout: 5_000 },
  )
}

function knownMigrations(): string[] {
  const folder = 'prisma/migrations'
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
}

async function checkVault(): Promise<boolean> {
  const sealedColumn = { row: 'health', column: 'check' }
  try {
    return (await open(await seal('x', sealedColumn), sealedColumn)) === 'x'
  } catch {
    return false
  }
}

function isWorkerAlive(): boolean {
  if (!readEnv('GUICHET_WORKER')) return true
  const { worker, lastRoundAt } = processState()
  return worker === 'running' && lastRoundAt !== null && Date.now() - lastRoundAt < roundLimitMs
}
