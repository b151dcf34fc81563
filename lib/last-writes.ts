/**
 * Writes that a process gathers for a moment instead of making each at once. It makes them before it ends. The server's own code
 * and the application's bundle have separate copies of this module, hence `globalThis`.
 */
const shared = globalThis as typeof globalThis & { guichetLastWrites?: Set<() => Promise<void>> }

/** Has `write` called before this process ends. It must not fail; given again, it is still called once. */
export function writeBeforeEnd(write: () => Promise<void>): void {
  shared.guichetLastWrites ??= new Set()
  shared.guichetLastWrites.add(write)
}

/** Resolves when all that was gathered is stored. */
export async function makeLastWrites(): Promise<void> {
  await Promise.all([...(shared.guichetLastWrites ?? [])].map(write => write()))
}

/** Has the process wait for work that outlives its request. It must not fail. */
export function finishBeforeEnd(work: Promise<unknown>): void {
  const wait = async () => void (await work)
  writeBeforeEnd(wait)
  void work.then(() => shared.guichetLastWrites?.delete(wait))
}
