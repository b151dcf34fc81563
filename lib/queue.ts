import { fromPrisma, PgBoss, type PrismaTransactionLike } from 'pg-boss'
import { readEnv } from './env.ts'

/**
 * Jobs, in the same database so that a job and the row it is about commit together. A job carries an id and nothing else:
 * the row's own state and lease are the truth, a sweeper finds what a dead worker left, and recovery never waits for the
 * queue. Hence short expiry and few retries.
 */

export type JobData = { readonly id: string }
export type JobHandler = (data: JobData, signal: AbortSignal) => Promise<void>
export type JobHandlers = { readonly [name: string]: JobHandler }

export type EnqueueOptions = {
  /** The transaction in which the row is written: the job appears when it commits, or never. */
  readonly tx?: PrismaTransactionLike
  /** Not before this instant. */
  readonly startAfter?: Date
}

export type RunningWorker = { readonly stop: () => Promise<void> }

const schema = 'queue'
const queueOptions = {
  expireInSeconds: 120,
  retryLimit: 2,
  retryDelay: 5,
  retryBackoff: true,
  deleteAfterSeconds: 3_600,
  notify: true,
}

type Shared = { boss: Promise<PgBoss>; queues: Map<string, Promise<void>> }
const shared = globalThis as typeof globalThis & { guichetQueue?: Shared }

function newBoss(options: { supervise: boolean; max: number; useListenNotify?: boolean }): PgBoss {
  const boss = new PgBoss({
    connectionString: readEnv('DATABASE_URL'),
    application_name: 'guichet-queue',
    schema,
    schedule: false,
    connectionTimeoutMillis: 5_000,
    ...options,
  })
  // Without a listener a lost connection would end the process; the boss connects again by itself.
  boss.on('error', error =>
    process.stderr.write(`${JSON.stringify({ level: 'warn', msg: 'queue', type: error.name })}\n`),
  )
  return boss
}

function sender(): Shared {
  if (!shared.guichetQueue) {
    const boss = newBoss({ supervise: false, max: 2 }).start()
    shared.guichetQueue = { boss, queues: new Map() }
    boss.catch(() => delete shared.guichetQueue)
  }
  return shared.guichetQueue
}

/** Makes the queue of a name once per process. */
async function ensureQueue(name: string): Promise<PgBoss> {
  const { boss, queues } = sender()
  const started = await boss
  const known = queues.get(name) ?? started.createQueue(name, queueOptions)
  queues.set(name, known)
  known.catch(() => queues.delete(name))
  await known
  return started
}

/** Puts a job about one row into the queue; in `tx`, it commits with the row. */
export async function enqueue(name: string, { id }: JobData, { tx, startAfter }: EnqueueOptions = {}): Promise<void> {
  const boss = await ensureQueue(name)
  await boss.send(name, { id }, { ...(tx ? { db: fromPrisma(tx) } : {}), ...(startAfter ? { startAfter } : {}) })
}

/** Runs jobs in this process until stopped. A handler that throws is tried again twice; the sweeper does the rest. */
export async function startWorker(handlers: JobHandlers): Promise<RunningWorker> {
  const boss = newBoss({ supervise: true, max: 4, useListenNotify: true })
  await boss.start()
  for (const [name, handler] of Object.entries(handlers)) {
    await boss.createQueue(name, queueOptions)
    await boss.work<JobData>(name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async ([job]) => {
      if (job) await handler(job.data, job.signal)
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 20_000, close: true }) }
}

/**
 * Closes the sender, for tests that want to end.
 * @internal
 */
export async function closeQueue(): Promise<void> {
  const open = shared.guichetQueue
  delete shared.guichetQueue
  await (await open?.boss)?.stop({ graceful: false, close: true })
}
