'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Alert } from '#components/ui/card.tsx'

/** Between two looks while something moves; and as long as a page counts as fresh when somebody returns to it. */
const movingMs = 2_000
const freshMs = 15_000

type FreshPageProps = {
  /** Whether something on the page changes by itself just now. */
  isMoving: boolean
  /** What is said while our server doesn't answer. */
  title: string
  text: string
}

/** Draws the page again: often while something moves, else when the person returns to it. */
export function FreshPage({ isMoving, title, text }: FreshPageProps) {
  const router = useRouter()
  const [isStale, setIsStale] = useState(false)
  useEffect(() => {
    let drawnAt = Date.now()
    let isAsking = false
    const draw = async () => {
      if (isAsking || document.visibilityState !== 'visible') return
      isAsking = true
      // The router leaves the page if its request fails.
      const isAnswered = await fetch('/api/health', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      isAsking = false
      setIsStale(!isAnswered)
      if (!isAnswered) return
      drawnAt = Date.now()
      router.refresh()
    }
    const seen = () => Date.now() - drawnAt > freshMs && void draw()
    const timer = isMoving ? setInterval(draw, movingMs) : undefined
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [isMoving, router])
  return isStale ? (
    <Alert tone="warning" title={title} announce="polite">
      {text}
    </Alert>
  ) : null
}
