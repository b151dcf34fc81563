import { parentPort, workerData } from 'node:worker_threads'
import type { FileLine } from '#lib/domain/accounts/file-line.ts'
import type { ColumnMapping, ImportTarget } from '#lib/domain/accounts/import-line.ts'
import type { KnownLine } from '#lib/domain/accounts/import-match.ts'
import type { ImportFile } from '#lib/files/import/file.ts'
import type { Unpacked } from '#lib/files/import/unpack.ts'

/** In a thread (`import-apart.ts`): takes long for a large or malicious file. Each loads the modules of its task alone. */

/** As stored. */
export type ReadFile = Omit<ImportFile, 'lines'> & {
  readonly lines: readonly FileLine[]
  readonly lineNumbers: readonly number[]
}

const work = {
  read: async (bytes: Uint8Array, target: ImportTarget, mapping: ColumnMapping | null): Promise<ReadFile> => {
    const { readImportFile } = await import('#lib/files/import/file.ts')
    const { toFileLine } = await import('#lib/domain/accounts/file-line.ts')
    const read = await readImportFile(bytes, target, mapping)
    return { ...read, lines: read.lines.map(toFileLine), lineNumbers: read.lines.map(({ line }) => line) }
  },
  match: async (lines: readonly KnownLine[], known: readonly KnownLine[]) => {
    const { findDoubles, foldLine } = await import('#lib/domain/accounts/import-match.ts')
    return findDoubles(lines.map(foldLine), known.map(foldLine))
  },
  unpack: async (bytes: Uint8Array): Promise<Unpacked> => (await import('#lib/files/import/unpack.ts')).unpack(bytes),
}

export type Work = typeof work
export type Task = { readonly [Name in keyof Work]: readonly [Name, ...Parameters<Work[Name]>] }[keyof Work]

const task: Task = workerData
parentPort?.postMessage(await run(task))

function run(given: Task): Promise<unknown> {
  switch (given[0]) {
    case 'read':
      return work.read(...rest(given))
    case 'match':
      return work.match(...rest(given))
    case 'unpack':
      return work.unpack(...rest(given))
  }
}

function rest<Name extends keyof Work>([, ...input]: readonly [Name, ...Parameters<Work[Name]>]): Parameters<
  Work[Name]
> {
  return input
}
