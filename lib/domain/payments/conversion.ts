/** How far payments come: where payers are lost on the way to the bank and back. */

export const conversionSteps = ['created', 'redirected', 'returned', 'authorised', 'confirmed', 'executed'] as const
export type ConversionStep = (typeof conversionSteps)[number]

export type StepCount = {
  readonly step: ConversionStep
  /** Payments that came at least this far. */
  readonly count: number
  /** Of all that began, and of those that came to the step before: whole per cent; null of none. */
  readonly shareOfAll: number | null
  readonly shareOfPrevious: number | null
}

/**
 * Payments by how far each came at its furthest (0 created to 5 executed) as a funnel: whoever came further came past the
 * steps before, even where the bank told of it and no browser returned. Counts never grow from step to step.
 */
export function funnelOf(furthest: ReadonlyMap<number, number>): readonly StepCount[] {
  const counts = conversionSteps.map((_, at) => sum(furthest, level => level >= at))
  const all = counts[0] ?? 0
  return conversionSteps.map((step, at) => {
    const count = counts[at] ?? 0
    const previous = at === 0 ? all : (counts[at - 1] ?? 0)
    return { step, count, shareOfAll: share(count, all), shareOfPrevious: share(count, previous) }
  })
}

function sum(furthest: ReadonlyMap<number, number>, counts: (level: number) => boolean): number {
  return [...furthest].reduce((total, [level, count]) => total + (counts(level) ? count : 0), 0)
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 100) / whole)
}
