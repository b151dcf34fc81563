'use client'

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Tells React of boxes that it found ticked otherwise than its page believes (early-clicks.tsx). */
    guichetReportTicks?: () => void
  }
}

/** Also of what a browser ticked by itself, as it was before the page was loaded again (C21). */
export function ReportEarlyTicks() {
  useEffect(() => {
    window.guichetReportTicks?.()
    delete window.guichetReportTicks
  }, [])
  return null
}
