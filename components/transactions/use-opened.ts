import { useCallback, useEffect, useState } from 'react'
import type { TransactionView } from '#lib/views/banking.ts'
import { addressOf } from './row.tsx'

/** The transaction shown over the list, which stays where it is. It has its own address, so that going back closes it. */
export function useOpened() {
  const [opened, setOpened] = useState<TransactionView | null>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const follow = () => setOpen(opened !== null && window.location.pathname === addressOf(opened))
    window.addEventListener('popstate', follow)
    // A browser may keep the page as it was left.
    window.addEventListener('pageshow', follow)
    return () => {
      window.removeEventListener('popstate', follow)
      window.removeEventListener('pageshow', follow)
    }
  }, [opened])
  const show = useCallback((transaction: TransactionView) => {
    setOpened(transaction)
    setOpen(true)
    window.history.pushState(null, '', addressOf(transaction))
  }, [])
  return { opened, open, show, close: () => window.history.back() }
}
