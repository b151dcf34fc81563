'use client'

import { useFormatter, useLocale, useNow } from 'next-intl'
import { formatDate } from './text.ts'

/** "il y a 5 minutes", kept up to date, with the exact time as a tooltip. */
export function RelativeTime({ value, className }: { value: string; className?: string }) {
  const locale = useLocale()
  const format = useFormatter()
  const now = useNow({ updateInterval: 30_000 })
  const at = new Date(value)
  return (
    <time dateTime={value} title={formatDate(value, locale, 'moment')} className={className} suppressHydrationWarning>
      {Number.isNaN(at.getTime()) ? value : format.relativeTime(at, at > now ? at : now)}
    </time>
  )
}
