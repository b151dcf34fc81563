import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repeatWhileAway } from '#lib/base/database-away.ts'
import { db } from '#lib/db.ts'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensureDatabase, ensurePostgres, freePort, type Postgres, removePostgres } from '#scripts/run/postgres.ts'
import { people } from '#testing/bank/customers.ts'
import type { Scope } from '#testing/processes/acts.ts'
import { expireAccess, newCrew, newCustomer, passLeases } from '#testing/processes/crew.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { presence, type Stack, startStack } from '#testing/stack/start.ts'

/**
 * fault:D1: PostgreSQL is killed like by a power cut and restarted while two web processes and two workers run. It has its own cluster,
 * so that other tests are not affected.
 */

export type Ground = {
  readonly stack: Stack
  /** Kills the database and starts it again. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Environment of our processes, for runs without a test's setup. */
export const groundSettings = {
  VAULT_KEYS: `ground:${Buffer.alloc(32, 7).toString('base64url')}`,
  AUTH_SECRET: 'a-secret-for-faults-only-0123456789abcdef',
  LEGAL_NAME: 'Guichet SAS',
  LEGAL_AUTHORISATION: 'PSDFR-ACPR-17843',
  LEGAL_CONTACT: 'contact@guichet.example',
  LOG_LEVEL: 'fatal',
}

/** A new migrated database with the stack. */
export async function openGround(): Promise<Ground> {
  const dir = mkdtempSync(join(tmpdir(), 'guichet-ground-'))
  const port = await freePort()
  let postgres: Postgres = await ensurePostgres(dir, port)
  await ensureDatabase(postgres, 'ground')
  Object.assign(process.env, groundSettings, { DATABASE_URL: postgres.urlOf('ground') })
  await applyMigrations(postgres.urlOf('ground'))
  const stack = await startStack({ SANDBOX_ROTATE_REFRESH: '1' })
  return {
    stack,
    crash: async () => {
      await postgres.crash()
      postgres = await ensurePostgres(dir, port)
    },
    stop: async () => {
      await stack.stop()
      await postgres.stop()
      await removePostgres(dir)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type CrashReport = {
  readonly crashes: number
  /** People's requests: answered, and refused because the database was down. */
  readonly answered: number
  readonly refused: number
  readonly faults: readonly string[]
}

const acts = 'testing/processes/acts.ts'
const cast = [people.lea, people.ines]

/** Crashes a number of times, or for a time; each after a number of answers. */
export async function playCrashes(
  { stack, crash }: Ground,
  { crashes, untilMs = 0, answersEach = 12 }: { crashes: number; untilMs?: number; answersEach?: number },
): Promise<CrashReport> {
  const crew = newCrew()
  try {
    const [left, right] = [await crew.start(), await crew.start()]
    const workers = [await crew.start(), await crew.start()]
    for (const worker of workers) await worker.startJobs()
    const scopes: Scope[] = []
    for (const person of cast) scopes.push(await newCustomer(person))
    const faults: string[] = []
    const seen = { answered: 0, refused: 0, crashes: 0 }
    const acked = new Map<string, number>()
    const heard = new EventEmitter()
    let over = false
    const live = async (web: OurProcess, scope: Scope) => {
      while (!over) {
        const answer = await liveOnce(web, scope, acked)
        if (answer === 'answered') seen.answered += 1
        heard.emit('answer')
        if (answer === 'answered') continue
        if (answer === 'busy') seen.refused += 1
        else faults.push(answer)
      }
    }
    const lives = scopes.flatMap(scope => [live(left, scope), live(right, scope)])
    while (seen.crashes < crashes || performance.now() < untilMs) {
      await waitForAnswers(seen, answersEach, heard)
      await crash()
      seen.crashes += 1
    }
    await waitForAnswers(seen, answersEach, heard)
    over = true
    await Promise.all(lives)
    for (const one of [left, right, ...workers]) {
      if (!isAlive(one)) faults.push('a process ended')
    }
    await passLeases()
    // At the end, everybody checks once more.
    for (const scope of scopes) {
      const { userId, connectionId } = scope
      await left.call('lib/services/refresh/connection.ts', 'refreshConnection', { userId }, connectionId, presence)
    }
    faults.push(...(await findBroken(stack.running)), ...(await findLostVersions(acked)))
    return { ...seen, faults: [...new Set(faults)] }
  } finally {
    await crew.kill()
  }
}

/** A token refreshed, a consent sent again, accounts read. `busy` is a valid answer while the database is down. */
async function liveOnce(web: OurProcess, scope: Scope, acked: Map<string, number>): Promise<string> {
  await repeatWhileAway(() => expireAccess(scope))
  const listed = await web.call<number | string>(acts, 'readList', scope)
  if (typeof listed === 'string') return answerOf(`list: ${listed}`)
  const version = await web.call<number | string>(acts, 'agreeTo', scope)
  if (typeof version === 'string') return answerOf(`consent: ${version}`)
  acked.set(scope.connectionId, Math.max(version, acked.get(scope.connectionId) ?? 0))
  return 'answered'
}

/** Valid answers in such a moment: to retry, or that the consent is being sent in another tab. */
function answerOf(answer: string): string {
  const passing = /: (busy|bank_unavailable|consent_changed_meanwhile)$/
  return passing.test(answer) ? 'busy' : answer
}

/** Resolves after a number of further answers; work continues meanwhile. */
async function waitForAnswers(seen: { readonly answered: number }, more: number, heard: EventEmitter): Promise<void> {
  const from = seen.answered
  while (seen.answered < from + more) await once(heard, 'answer')
}

function isAlive({ pid }: OurProcess): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** No acknowledgement is lost: a version that was reported as in force is in the ledger, accepted or followed by a newer one. */
async function findLostVersions(acked: ReadonlyMap<string, number>): Promise<string[]> {
  const lost: string[] = []
  for (const [connectionId, version] of acked) {
    const row = await db().consent.findFirst({ where: { connectionId, version } })
    if (!row?.answeredAt) lost.push(`version ${version} of ${connectionId} was acknowledged and is not there`)
  }
  return lost
}
