'use client'

import { parisDay } from '@guichet/values/calendar/paris.ts'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Alert } from '#components/ui/card.tsx'

/** Between two looks while something moves; and as long as a page counts as fresh when somebody returns to it. */
const movingMs = 2_000
const freshMs = 15_000

/** When the last pages came to this browser, by their `drawn`: one that the router kept comes again with its own. */
const came = new Map<string, number>()
const keptPages = 20

function cameAt(drawn: string): number {
  const at = came.get(drawn) ?? Date.now()
  came.set(drawn, at)
  for (const oldest of came.keys()) if (came.size > keptPages) came.delete(oldest)
  return at
}

type FreshPageProps = {
  /** Tells two drawings of the page apart. */
  drawn: string
  /** Whether something on the page changes by itself just now. */
  isMoving?: boolean
}

/** Draws the page again: often while something moves, else on a new day or when somebody returns to it. Says if our server doesn't answer. */
export function FreshPage({ drawn, isMoving = false }: FreshPageProps) {
  const router = useRouter()
  const t = useTranslations('common.stale')
  const [isStale, setIsStale] = useState(false)
  useEffect(() => {
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
      if (isAnswered) router.refresh()
    }
    const look = () => Date.now() - cameAt(drawn) > freshMs && void draw()
    look()
    const day = parisDay(new Date())
    const drawIfDue = () => (isMoving || parisDay(new Date()) !== day) && void draw()
    const timer = setInterval(drawIfDue, isMoving ? movingMs : freshMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [drawn, isMoving, router])
  return isStale ? (
    <Alert tone="warning" title={t('title')} announce="polite">
      {t('text')}
    </Alert>
  ) : null
}
