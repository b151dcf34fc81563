/** More is a jump; clocks are only nudged. */
const jumpMs = 60_000

/** `ours`: also a demonstration's. */
export type Clocks = 'machine' | 'ours'

/** Server and application have separate copies of this module. */
const watched = globalThis as typeof globalThis & {
  readonly guichetAheadMs?: number
  guichetClocks?: { readonly [clock in Clocks]: { aheadMs: number; jumpedAt: number } }
}
seenClocks()

function seenClocks() {
  watched.guichetClocks ??= { machine: seeClock('machine'), ours: seeClock('ours') }
  return watched.guichetClocks
}

function seeClock(clock: Clocks) {
  return { aheadMs: aheadOf(clock), jumpedAt: Number.NEGATIVE_INFINITY }
}

/** Than one that can't jump. */
function aheadOf(clock: Clocks): number {
  return Date.now() + (clock === 'machine' ? 0 : (watched.guichetAheadMs ?? 0)) - performance.now()
}

/** Asked before anything ends for good by its age: a jump may be undone (H19). */
export function isSteady(clock: Clocks = 'ours', forMs = 60_000): boolean {
  const seen = seenClocks()[clock]
  const aheadMs = aheadOf(clock)
  if (aheadMs - seen.aheadMs > jumpMs) seen.jumpedAt = performance.now()
  seen.aheadMs = aheadMs
  return performance.now() - seen.jumpedAt >= forMs
}

export function distrustClock(): void {
  for (const seen of Object.values(seenClocks())) seen.jumpedAt = performance.now()
}
