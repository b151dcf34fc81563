import { useEffect, useState } from 'react'

const settleMs = 200

/** Debounces a text, so that a search is made per word rather than per letter. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
