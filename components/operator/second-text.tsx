import { useLocale } from 'next-intl'
import { formatTags, timeZone } from '#components/format/locale.ts'

/** A moment to the second, in Paris. */
export function SecondText({ value }: { value: string }) {
  const moment = new Intl.DateTimeFormat(formatTags[useLocale()], { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (
    <time dateTime={value} className="tabular">
      {moment.format(new Date(value))}
    </time>
  )
}
