'use client'

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Ends the keeping of clicks, and answers the last one (early-clicks.tsx). */
    guichetEarlyClick?: () => MouseEvent | null
  }
}

/** Presses once more what was pressed before React was there. */
export function ReplayEarlyClick() {
  useEffect(() => {
    const click = window.guichetEarlyClick?.()
    delete window.guichetEarlyClick
    const button = click?.target instanceof Element ? click.target.closest('button') : null
    // A click that is still on its way is the one for which React made haste: React answers it itself.
    if (click?.eventPhase !== Event.NONE || !button) return
    const timer = setTimeout(() => button.isConnected && button.click())
    return () => clearTimeout(timer)
  }, [])
  return null
}
