import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Day, flatten, type Slice, sliceDays } from './group-by-day.ts'

/** Heights in rem: the classes h-17 of a line and h-11 of a day's head. */
export const rowRem = 4.25
export const headRem = 2.75

export type DayWindow = {
  readonly slices: readonly Slice[]
  /** Pixels before the first drawn day, after the last one, and of one line; null while everything is drawn. */
  readonly space: { readonly before: number; readonly after: number; readonly row: number } | null
  readonly nearEnd: boolean
}

/**
 * Which lines are drawn. On the server and at the first paint all that came with the page; then those in view and a few
 * around, so that 20,000 scroll like 100.
 */
export function useDayWindow(days: readonly Day[], list: RefObject<HTMLElement | null>): DayWindow {
  const flat = useMemo(() => flatten(days), [days])
  const heads = useMemo(() => new Set(flat.starts), [flat])
  const mounted = useSyncExternalStore(subscribeNever, yes, no)
  const rem = useRem()
  const [margin, setMargin] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: flat.count,
    estimateSize: index => (heads.has(index) ? headRem : rowRem) * rem,
    overscan: 14,
    scrollMargin: margin,
    enabled: mounted,
  })
  // After every drawing: what stands above the list may have changed its height.
  useEffect(() => {
    const top = list.current?.getBoundingClientRect().top
    if (top !== undefined) setMargin(Math.round(top + window.scrollY))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer can't see that estimateSize answers otherwise
  useEffect(() => virtualizer.measure(), [virtualizer, rem, heads])

  const items = mounted ? virtualizer.getVirtualItems() : []
  const first = items[0]?.index
  const last = items.at(-1)?.index
  if (first === undefined || last === undefined)
    return { slices: sliceDays(days, flat, 0, flat.count), space: null, nearEnd: false }
  const slices = sliceDays(days, flat, first, last)
  const startOf = (dayIndex: number) => {
    const start = flat.starts[dayIndex] ?? flat.count
    const headsBefore = Math.min(dayIndex, days.length)
    return (headsBefore * headRem + (start - headsBefore) * rowRem) * rem
  }
  const before = startOf(slices[0]?.dayIndex ?? 0)
  const after = startOf(days.length) - startOf((slices.at(-1)?.dayIndex ?? 0) + 1)
  return { slices, space: { before, after, row: rowRem * rem }, nearEnd: last >= flat.count - 30 }
}

const subscribeNever = () => () => {}
const yes = () => true
const no = () => false

/** Pixels of a rem: people who set larger letters get taller lines. */
function useRem(): number {
  const [rem, setRem] = useState(16)
  useEffect(() => {
    const read = () => setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
    read()
    window.addEventListener('resize', read)
    return () => window.removeEventListener('resize', read)
  }, [])
  return rem
}
