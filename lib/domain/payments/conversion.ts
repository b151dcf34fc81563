/** The payment funnel: where payers are lost on the way to the bank and back. */

export const conversionSteps = ['created', 'redirected', 'returned', 'authorised', 'confirmed', 'executed'] as const
export type ConversionStep = (typeof conversionSteps)[number]

export type StepCount = {
  readonly step: ConversionStep
  /** Payments that came at least this far. */
  readonly count: number
  /** Of all started, and of those that reached the previous step, in whole per cent; null if there were none. */
  readonly shareOfAll: number | null
  readonly shareOfPrevious: number | null
}

/**
 * A funnel from each payment's furthest step (0 created to 5 executed): a payment also passed the steps before, even if
 * only the bank reported it and no browser returned. Counts never grow from step to step.
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
