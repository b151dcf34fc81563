import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { takeTurns } from '#lib/base/in-turn.ts'
import type { Work } from './import-thread.ts'

/**
 * Files are read, and compared with what is stored, in a thread: one at a time for each person, and in a process as many as leave a core to
 * everybody else, two at most. Each has limits of time and memory. Whatever a file contains, it holds up nobody else.
 */
export const apartLimits = { seconds: 30, memoryMb: 512 }
const inTurn = takeTurns({
  atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)),
  eachAtOnce: 1,
  eachWaiting: 3,
})

/** More time or memory than a file may take. */
export class TookTooMuch extends Error {}

/** Put together, so that the build doesn't take it for a module of the application: only Node runs it. */
const thread = resolve(['lib/services/accounts', 'import-thread.ts'].join('/'))

/** The result of a task for a person. Throws `TookTooMuch`. Refusals: `too_many_tries` for a person with three more waiting. */
export function runApart<Name extends keyof Work>(
  userId: string,
  name: Name,
  ...input: Parameters<Work[Name]>
): Promise<ReturnType<Work[Name]>> {
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
