import { parentPort, workerData } from 'node:worker_threads'
import type { FileLine } from '#lib/domain/accounts/file-line.ts'
import type { ColumnMapping, ImportTarget } from '#lib/domain/accounts/import-line.ts'
import type { KnownLine } from '#lib/domain/accounts/import-match.ts'
import type { ImportFile } from '#lib/files/import/file.ts'

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
}

export type Work = typeof work
export type Task = { readonly [Name in keyof Work]: readonly [Name, ...Parameters<Work[Name]>] }[keyof Work]

const task: Task = workerData
parentPort?.postMessage(await (task[0] === 'read' ? work.read(...rest(task)) : work.match(...rest(task))))

function rest<Name extends keyof Work>([, ...input]: readonly [Name, ...Parameters<Work[Name]>]): Parameters<
  Work[Name]
> {
  return input
}
