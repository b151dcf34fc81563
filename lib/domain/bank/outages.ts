export type TimedCall = { readonly at: Date; readonly failed: boolean }

/** First failed call to the first answered again; null: not yet. */
export type Outage = { readonly from: Date; readonly to: Date | null }

/** EBA/GL/2018/07, guideline 2.4. */
export const failuresOfOutage = 5

/** In order of time. */
export function findOutages(calls: Iterable<TimedCall>, enough = failuresOfOutage): Outage[] {
  const outages: Outage[] = []
  let failures = 0
  let from = new Date(0)
  for (const { at, failed } of calls) {
    if (!failed) {
      if (failures >= enough) outages.push({ from, to: at })
      failures = 0
      continue
    }
    if (failures === 0) from = at
    failures += 1
  }
  if (failures >= enough) outages.push({ from, to: null })
  return outages
}

/** Outages do not overlap. */
export function downtimeMs(outages: readonly Outage[], span: { readonly from: Date; readonly to: Date }): number {
  return outages.reduce((sum, { from, to }) => {
    const start = Math.max(from.getTime(), span.from.getTime())
    const end = Math.min(to?.getTime() ?? Number.POSITIVE_INFINITY, span.to.getTime())
    return sum + Math.max(0, end - start)
  }, 0)
}
