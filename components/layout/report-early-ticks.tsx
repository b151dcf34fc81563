'use client'

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Notifies React of boxes whose state differs from its own (early-clicks.tsx). */
    guichetReportTicks?: () => void
  }
}

/** Also reports boxes that the browser restored after a reload (C21). */
export function ReportEarlyTicks() {
  useEffect(() => {
    window.guichetReportTicks?.()
    delete window.guichetReportTicks
  }, [])
  return null
}
