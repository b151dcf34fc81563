/** A step ahead of more than this is a jump; a machine's clock is only ever nudged. */
const jumpMs = 60_000

/** Whose jumps count: the machine's clock, or that and a demonstration that moves ours on purpose. */
export type Clocks = 'machine' | 'ours'

/** The server's own code and the application's bundle have separate copies of this module; `guichetAheadMs` is clock.ts's. */
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

/** How far a clock is ahead of one that can't jump. */
function aheadOf(clock: Clocks): number {
  return Date.now() + (clock === 'machine' ? 0 : (watched.guichetAheadMs ?? 0)) - performance.now()
}

/**
 * Whether the clock has not jumped ahead for so long. What ends or deletes for good because of its age asks first: a clock that has just
 * jumped ahead may jump back (H19).
 */
export function isSteady(clock: Clocks = 'ours', forMs = 60_000): boolean {
  const seen = seenClocks()[clock]
  const aheadMs = aheadOf(clock)
  if (aheadMs - seen.aheadMs > jumpMs) seen.jumpedAt = performance.now()
  seen.aheadMs = aheadMs
  return performance.now() - seen.jumpedAt >= forMs
}

/** The machine's clock is known to be wrong: as if it had just jumped. */
export function distrustClock(): void {
  for (const seen of Object.values(seenClocks())) seen.jumpedAt = performance.now()
}
