import { useLocale } from 'next-intl'
import { type DateStyle, formatDate } from './date-text.ts'

export { RelativeTime } from './relative-time.tsx'

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
