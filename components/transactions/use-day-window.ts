import { type RefObject, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type Day,
  type FlatIndex,
  flatten,
  type Heights,
  indexAt,
  type Slice,
  sliceDays,
  topOf,
} from './group-by-day.ts'

/** Heights in rem: the classes h-17 of a line and h-11 of a day's head. */
export const rowRem = 4.25
export const headRem = 2.75

export type DayWindow = {
  readonly slices: readonly Slice[]
  /** Pixels before the first rendered day, after the last one, and of one line; null while everything is rendered. */
  readonly space: { readonly before: number; readonly after: number; readonly row: number } | null
  readonly nearEnd: boolean
}

/** Up to this many heads and lines are all rendered, so that the first page can be searched and printed as a whole. */
const drawnWhole = 160

/** Lines rendered before and after those in view, so that none is missing while scrolling. */
const around = 14

type Range = { readonly first: number; readonly last: number }

/**
 * Which lines are rendered: on the server and at the first paint all lines of the page, then those in view and a few around
 * them, so that 20,000 scroll like 100. All lines have the same height, so positions are computed rather than measured.
 */
export function useDayWindow(days: readonly Day[], list: RefObject<HTMLElement | null>): DayWindow {
  const flat = useMemo(() => flatten(days), [days])
  const rem = useRem()
  const heights = useMemo(() => ({ head: headRem * rem, row: rowRem * rem }), [rem])
  // Of the list it was seen in: a longer one has another end.
  const [endSeen, setEndSeen] = useState<FlatIndex | null>(null)
  const nearEnd = endSeen === flat
  // Null while everything is rendered.
  const [range, setRange] = useState<Range | null>(null)
  useEffect(() => {
    const follow = () => {
      const seen = inView(list.current, flat, heights)
      setEndSeen(seen !== null && seen.last >= flat.count - 30 ? flat : null)
      setRange(before => (flat.count <= drawnWhole ? null : keepSame(before, seen)))
    }
    // Rendered before the browser paints, because a frame without lines would be visible.
    const followNow = () => flushSync(follow)
    follow()
    window.addEventListener('scroll', followNow, { passive: true })
    window.addEventListener('resize', followNow)
    return () => {
      window.removeEventListener('scroll', followNow)
      window.removeEventListener('resize', followNow)
    }
  }, [list, flat, heights])

  if (range === null || flat.count <= drawnWhole)
    return { slices: sliceDays(days, flat, 0, flat.count), space: null, nearEnd }
  const slices = sliceDays(days, flat, Math.min(range.first, flat.count - 1), range.last)
  const before = topOf(flat, slices[0]?.dayIndex ?? 0, heights)
  const after = topOf(flat, days.length, heights) - topOf(flat, (slices.at(-1)?.dayIndex ?? 0) + 1, heights)
  return { slices, space: { before, after, row: heights.row }, nearEnd }
}

function inView(list: HTMLElement | null, flat: FlatIndex, heights: Heights): Range | null {
  if (list === null || flat.count === 0) return null
  const top = -list.getBoundingClientRect().top
  return {
    first: Math.max(0, indexAt(flat, top, heights) - around),
    last: Math.min(flat.count - 1, indexAt(flat, top + window.innerHeight, heights) + around),
  }
}

function keepSame(before: Range | null, now: Range | null): Range | null {
  return before && now && before.first === now.first && before.last === now.last ? before : now
}

/** Pixels per rem: larger text settings make lines taller. */
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
