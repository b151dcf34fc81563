'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { endsChoice, type PayStage, payStages } from '#lib/domain/payments/stage.ts'

type FollowProps = {
  publicId: string
  stage: PayStage
  version: number
  /** Where a choice of bank ends; absent: this page is drawn again at every change. */
  to?: string
}

const shortestMs = 1_500
const longestMs = 15_000

/**
 * Asks the state of the payment, with growing gaps, and follows: the desk's page sees what the phone does, a second tab what the
 * first one did. Draws nothing; without JavaScript the page has another way.
 */
export function Follow({ publicId, stage, version, to }: FollowProps) {
  const router = useRouter()
  useEffect(() => {
    const control = new AbortController()
    let gapMs = shortestMs
    let isAsking = false
    let isLeaving = false
    let timer = setTimeout(ask, gapMs)
    async function ask() {
      if (isAsking) return
      isAsking = true
      const now = await readProgress(publicId, control.signal)
      isAsking = false
      if (control.signal.aborted || isLeaving) return
      if (now !== null && to !== undefined && endsChoice(stage, now.stage)) {
        window.location.assign(to)
        return
      }
      // What is drawn again comes with other props and ends this; when that fails, the next answer tries again.
      if (now !== null && to === undefined && (now.stage !== stage || now.version !== version)) router.refresh()
      gapMs = Math.min(gapMs * 1.2, longestMs)
      timer = setTimeout(ask, gapMs)
    }
    /** The payer is on the way to the bank, which may take its time: what is heard of that very try calls nobody back. */
    function leave({ defaultPrevented }: Event) {
      isLeaving = !defaultPrevented
    }
    /** Back on this page from the bank's, as the browser kept it. */
    function comeBack() {
      isLeaving = false
      hurry()
    }
    /** Somebody looks at this page again: ask at once. */
    function hurry() {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      gapMs = shortestMs
      timer = setTimeout(ask, 0)
    }
    document.addEventListener('visibilitychange', hurry)
    document.addEventListener('submit', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      control.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hurry)
      document.removeEventListener('submit', leave)
      window.removeEventListener('pageshow', comeBack)
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
