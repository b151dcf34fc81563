import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { takeTurns } from '#lib/base/in-turn.ts'
import type { Work } from './import-thread.ts'

/**
 * Files are read in a thread, one per person, leaving a core to others, with limits of time and memory: no file
 * holds up anybody else.
 */
export const apartLimits = { seconds: 30, memoryMb: 512 }
const inTurn = takeTurns({
  atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)),
  eachAtOnce: 1,
  eachWaiting: 3,
})

export class TookTooMuch extends Error {}

/** Put together, so that the build doesn't take it for a module. */
const thread = resolve(['lib/services/accounts', 'import-thread.ts'].join('/'))

/** Throws `TookTooMuch`. Refusals: `too_many_tries` with three more waiting. */
export function runApart<Name extends keyof Work>(
  userId: string,
  name: Name,
  ...input: Parameters<Work[Name]>
): Promise<Awaited<ReturnType<Work[Name]>>> {
  return inTurn(userId, () => run([name, ...input]))
}

function run<Answer>(workerData: unknown): Promise<Answer> {
  const worker = new Worker(thread, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: apartLimits.memoryMb, maxYoungGenerationSizeMb: 64 },
  })
  return new Promise<Answer>((done, failed) => {
    const timer = setTimeout(() => failed(new TookTooMuch()), apartLimits.seconds * 1_000)
    worker
      .once('message', done)
      .once('error', (error: NodeJS.ErrnoException) =>
        failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TookTooMuch() : error),
      )
      .once('exit', () => {
        clearTimeout(timer)
        failed(new TookTooMuch())
      })
  }).finally(() => worker.terminate())
}
