'use client'

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Notifies React of boxes and fields whose content differs from its own (early-clicks.tsx). */
    guichetReportInput?: () => void
  }
}

/** Also reports what the browser restored after a reload (C21). */
export function ReportEarlyInput() {
  useEffect(() => {
    window.guichetReportInput?.()
    delete window.guichetReportInput
  }, [])
  return null
}
