'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { endsChoice, isGood, type PayStage, payStages } from '#lib/domain/payments/order/stage.ts'
import { awaitedMark, awaitPayment, isAwaited } from './awaited.ts'
import { isLeaving } from './leaving.ts'

type FollowProps = {
  publicId: string
  stage: PayStage
  version: number
  /** The page to go to when the bank choice ends; absent: this page is refreshed at every change. */
  to?: string
}

const shortestMs = 1_500
const longestMs = 15_000

/**
 * Polls the payment's state at growing intervals and refreshes the page: a computer follows the phone, and a second tab the
 * first. Renders nothing; without JavaScript the page reloads itself.
 */
export function Follow({ publicId, stage, version, to }: FollowProps) {
  const router = useRouter()
  useEffect(() => {
    if (to === undefined && !isAwaited(publicId) && !isGood(stage)) awaitPayment(publicId)
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
      if (now !== null && !isLeaving()) {
        if (to !== undefined && endsChoice(stage, now.stage)) {
          window.location.assign(`${to}${awaitedMark}`)
          return
        }
        // The refreshed page has new props, which end this effect; if the refresh fails, the next answer repeats it.
        if (to === undefined && (now.stage !== stage || now.version !== version)) router.refresh()
      }
      gapMs = Math.min(gapMs * 1.2, longestMs)
      timer = setTimeout(ask, gapMs)
    }
    /** The page is visible again, or restored by the back button: poll at once. */
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
): Promise<{ stage: PayStage; version: number } | null> {
  try {
    const response = await fetch(`/api/pay/${encodeURIComponent(publicId)}`, { signal, cache: 'no-store' })
    const { stage, version } = response.ok ? await response.json() : {}
    return payStages.includes(stage) && typeof version === 'number' ? { stage, version } : null
  } catch {
    return null
  }
}
