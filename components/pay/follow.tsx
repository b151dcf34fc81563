'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import type { PayStage } from '#lib/domain/payments/order/stage.ts'
import { isLeaving } from './leaving.ts'

type FollowProps = {
  publicId: string
  stage: PayStage
  version: number
  /** Whether the payer waits here for the end of the payment. */
  waits?: boolean
  /** On the choice of a bank: where to go at one of these stages. Absent: this page is refreshed at every change. */
  leaves?: { readonly to: string; readonly at: readonly PayStage[] }
}

const shortestMs = 1_500
const longestMs = 15_000

/**
 * Polls the payment's state at growing intervals and refreshes the page: a computer follows the phone, and a second tab the
 * first. Renders nothing; without JavaScript the page reloads itself.
 */
export function Follow({ publicId, stage, version, waits = false, leaves }: FollowProps) {
  const router = useRouter()
  const to = leaves?.to
  const at = leaves?.at.join(' ') ?? ''
  useEffect(() => {
    if (waits && !isAwaited(publicId)) awaitPayment(publicId)
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
        if (to !== undefined && at.split(' ').includes(now.stage)) {
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
  }, [publicId, stage, version, waits, to, at, router])
  return null
}

async function readProgress(publicId: string, signal: AbortSignal): Promise<{ stage: string; version: number } | null> {
  try {
    const response = await fetch(`/api/pay/${encodeURIComponent(publicId)}`, { signal, cache: 'no-store' })
    const { stage, version } = response.ok ? await response.json() : {}
    return typeof stage === 'string' && typeof version === 'number' ? { stage, version } : null
  } catch {
    return null
  }
}

type GoOnProps = {
  publicId: string
  href: string
  className: string
  /** Whether a payer who waited for this returns at once. */
  atOnce: boolean
  children: ReactNode
}

/**
 * The way back to the payee's site. A payer who waited here for the bank goes back at once; one who comes back later to read the
 * page is left alone.
 */
export function GoOn({ publicId, href, className, atOnce, children }: GoOnProps) {
  useEffect(() => {
    if (isAwaited(publicId) && atOnce && !isLeaving()) window.location.assign(href)
  }, [publicId, href, atOnce])
  return (
    <a href={href} className={className}>
      {children}
    </a>
  )
}

/** Which payment somebody waits for on this page, so that only its payer is sent on when it ends. Gone when the page is left. */
let awaitedId: string | null = null

/** On the address of the page that the choice of a bank leads to because the payment went on elsewhere; redirects keep it. */
const awaitedMark = '#awaited'

/** Remembers that a payment is waited for. */
function awaitPayment(publicId: string): void {
  awaitedId = publicId
}

/** Whether a payment was waited for, here or on the page before, whose mark leaves the address. */
function isAwaited(publicId: string): boolean {
  if (window.location.hash === awaitedMark) {
    awaitedId = publicId
    window.history.replaceState(null, '', window.location.pathname)
  }
  return awaitedId === publicId
}
