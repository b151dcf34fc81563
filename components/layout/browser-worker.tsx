'use client'

import { useLocale } from 'next-intl'
import { useEffect } from 'react'

/** Starts the worker that shows alerts, and a page of ours without a network. */
export function BrowserWorker() {
  const locale = useLocale()
  useEffect(() => {
    // A private window may have none.
    navigator.serviceWorker?.register(`/worker.js?language=${locale}`).catch(() => undefined)
  }, [locale])
  return null
}
