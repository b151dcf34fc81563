export const conversionSteps = ['created', 'redirected', 'returned', 'authorised', 'confirmed', 'executed'] as const
export type ConversionStep = (typeof conversionSteps)[number]

export type StepCount = {
  readonly step: ConversionStep
  readonly count: number
  /** Whole per cent; null without any. */
  readonly shareOfAll: number | null
  readonly shareOfPrevious: number | null
}

/** By furthest step, 0 created to 5 executed: earlier steps count, even if only the bank reported it. */
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
