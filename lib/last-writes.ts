/**
 * Writes gathered for a moment, made before the process ends. `globalThis`: server and application have separate
 * copies.
 */
const shared = globalThis as typeof globalThis & { guichetLastWrites?: Set<() => Promise<void>> }

/** It must not fail; given again, it is called once. */
export function writeBeforeEnd(write: () => Promise<void>): void {
  shared.guichetLastWrites ??= new Set()
  shared.guichetLastWrites.add(write)
}

export async function makeLastWrites(): Promise<void> {
  await Promise.all([...(shared.guichetLastWrites ?? [])].map(write => write()))
}

/** Outlives its request; must not fail. */
export function finishBeforeEnd(work: Promise<unknown>): void {
  const wait = async () => void (await work)
  writeBeforeEnd(wait)
  void work.then(() => shared.guichetLastWrites?.delete(wait))
}
