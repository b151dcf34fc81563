'use client'

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Tells React of boxes that it found ticked otherwise than its page believes (early-clicks.tsx). */
    guichetTellTicks?: () => void
  }
}

/** Also of what a browser ticked by itself, as it was before the page was loaded again (C21). */
export function TellEarlyTicks() {
  useEffect(() => {
    window.guichetTellTicks?.()
    delete window.guichetTellTicks
  }, [])
  return null
}
