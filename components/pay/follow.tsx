'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

type FollowProps = {
  publicId: string
  stage: string
  version: number
  /** Where to go once something happened; absent: this page is drawn again. */
  to?: string
}

const shortestMs = 1_500
const longestMs = 15_000

/**
 * Asks how the payment stands, with growing gaps, and follows: the desk's page sees what the phone does, a second tab what the
 * first one did. Draws nothing; without JavaScript the page has another way.
 */
export function Follow({ publicId, stage, version, to }: FollowProps) {
  const router = useRouter()
  useEffect(() => {
    const control = new AbortController()
    let gapMs = shortestMs
    let isAsking = false
    let timer = setTimeout(ask, gapMs)
    async function ask() {
      if (isAsking) return
      isAsking = true
      const now = await readProgress(publicId, control.signal)
      isAsking = false
      if (control.signal.aborted) return
      const isOld = now !== null && (now.stage !== stage || now.version !== version)
      if (isOld && to !== undefined) {
        window.location.assign(to)
        return
      }
      // What is drawn anew comes with other props and ends this; when that fails, the next answer tries again.
      if (isOld) router.refresh()
      gapMs = Math.min(gapMs * 1.2, longestMs)
      timer = setTimeout(ask, gapMs)
    }
    /** Somebody looks at this page again: ask at once. */
    function hurry() {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      gapMs = shortestMs
      timer = setTimeout(ask, 0)
    }
    document.addEventListener('visibilitychange', hurry)
    window.addEventListener('pageshow', hurry)
    return () => {
      control.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hurry)
      window.removeEventListener('pageshow', hurry)
    }
  }, [publicId, stage, version, to, router])
  return null
}

async function readProgress(
  publicId: string,
  signal: AbortSignal,
): Promise<{ stage: unknown; version: unknown } | null> {
  try {
    const response = await fetch(`/api/pay/${encodeURIComponent(publicId)}`, { signal, cache: 'no-store' })
    const body: unknown = response.ok ? await response.json() : null
    return typeof body === 'object' && body !== null && 'stage' in body && 'version' in body ? body : null
  } catch {
    return null
  }
}
