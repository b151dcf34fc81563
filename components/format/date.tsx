import { useFormatter, useLocale, useNow } from 'next-intl'
import { type DateStyle, formatDate } from './date-text.ts'

/** A calendar date or an instant, machine-readable and in words. */
export function DateText({
  value,
  style = 'long',
  className,
}: {
  value: string
  style?: DateStyle
  className?: string
}) {
  const locale = useLocale()
  return (
    <time dateTime={value} className={className}>
      {formatDate(value, locale, style)}
    </time>
  )
}

/** "il y a 5 minutes", with the exact moment for whoever points at it. */
export function RelativeTime({ value, className }: { value: string; className?: string }) {
  const locale = useLocale()
  const format = useFormatter()
  const now = useNow()
  return (
    <time dateTime={value} title={formatDate(value, locale, 'moment')} className={className} suppressHydrationWarning>
      {format.relativeTime(new Date(value), now)}
    </time>
  )
}
