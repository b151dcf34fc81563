import { useEffect, useState } from 'react'
import { readJson } from './fetch-json.ts'

/**
 * What `url` answers, after what the server drew. `gapMs`: until it is read again, after so many answers; null: no more. A hidden page
 * reads nothing and, once it is seen again, reads at once, unless it is read in the background too.
 */
export function usePolled<View>(
  url: string,
  drawn: View,
  gapMs: (view: View, times: number) => number | null,
  isInBackground = false,
) {
  const [view, setView] = useState(drawn)
  const [last, setLast] = useState({ times: 0, hasFailed: false })
  const gap = gapMs(view, last.times)
  useEffect(() => {
    if (gap === null) return
    const control = new AbortController()
    let isAsking = false
    const read = async () => {
      if (isAsking || (document.visibilityState === 'hidden' && !isInBackground)) return
      isAsking = true
      const next = await readJson<View>(url, control.signal).catch(() => null)
      if (control.signal.aborted) return
      if (next !== null) setView(next)
      setLast({ times: last.times + 1, hasFailed: next === null })
    }
    const timer = setTimeout(read, gap)
    document.addEventListener('visibilitychange', read)
    return () => {
      control.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [url, gap, last, isInBackground])
  return { view, setView, hasFailed: last.hasFailed }
}
