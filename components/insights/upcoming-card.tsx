import { addDays, daysBetween } from '@guichet/values/calendar/day.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { useLocale, useTranslations } from 'next-intl'
import { formatTags } from '#components/format/locale.ts'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Badge, Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { InsightView } from '#lib/views/insight.ts'

type Upcoming = InsightView['upcoming'][number]

/** Upcoming payments: a calendar on wide screens, and always a list by day. */
export function UpcomingCard({ view, currency }: { view: InsightView; currency: string }) {
  const t = useTranslations('insights.upcoming')
  const locale = useLocale()
  const days = Map.groupBy(view.upcoming, ({ day }) => day)
  return (
    <Card className="lg:col-span-2" titleId="upcoming-title" title={t('title')} text={t('lead')}>
      {days.size === 0 ? (
        <p className="mt-3 text-soft">{t('none')}</p>
      ) : (
        <Calendar days={days} today={view.today} currency={currency} />
      )}
      <ol className="mt-4 gap-8 sm:columns-2">
        {[...days].map(([day, lines]) => (
          <li key={day} className="mb-4 break-inside-avoid">
            <h3 className="text-sm font-semibold text-soft first-letter:uppercase">{formatDate(day, locale, 'day')}</h3>
            <Lines lines={lines.slice(0, shownOf(lines))} currency={currency} />
            {lines.length > shownOf(lines) ? (
              <Disclosure small title={t('more', { count: lines.length - shownOf(lines) })}>
                <Lines lines={lines.slice(shownOf(lines))} currency={currency} />
              </Disclosure>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const maxShown = 8
/** How many lines of a day are shown at once. */
const shownOf = ({ length }: readonly Upcoming[]) => (length > maxShown ? maxShown - 2 : length)

function Lines({ lines, currency }: { lines: readonly Upcoming[]; currency: string }) {
  const t = useTranslations('insights.upcoming')
  return (
    <ul className="mt-1 grid grid-cols-1 gap-1">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a day's lines never changes
        <li key={index} className="flex items-center justify-between gap-3">
          <span className="min-w-0 flex-1 truncate">
            <bdi>{line.label}</bdi>
          </span>
          <Badge tone={line.source === 'bank' ? 'info' : 'neutral'}>{t(`sources.${line.source}`)}</Badge>
          <Money value={{ amount: line.amount, currency }} signed className="shrink-0 font-semibold" />
        </li>
      ))}
    </ul>
  )
}

type CalendarProps = { days: ReadonlyMap<string, readonly Upcoming[]>; today: string; currency: string }

/** Five weeks from Monday, or more if the list has later days; hidden from screen readers, because the list below has the same content. */
function Calendar({ days, today, currency }: CalendarProps) {
  const locale = useLocale()
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  const monday = addDays(today, -weekday)
  const last = [...days.keys()].at(-1) ?? today
  const weeks = Math.max(5, Math.ceil((daysBetween(monday, last) + 1) / 7))
  const dayName = new Intl.DateTimeFormat(formatTags[locale], { weekday: 'short', timeZone: 'UTC' })
  const names = Array.from({ length: 7 }, (_, at) => dayName.format(new Date(addDays(monday, at))))
  return (
    <div aria-hidden="true" className="mt-4 hidden grid-cols-7 gap-1 text-sm md:grid">
      {names.map(name => (
        <p key={name} className="text-center text-soft">
          {name}
        </p>
      ))}
      {Array.from({ length: weeks * 7 }, (_, at) => addDays(monday, at)).map(day => (
        <CalendarDay key={day} day={day} today={today} currency={currency} lines={days.get(day) ?? []} />
      ))}
    </div>
  )
}

type CalendarDayProps = { day: string; lines: readonly Upcoming[]; today: string; currency: string }

/** A day with its sum, and as many counterparties as fit. */
function CalendarDay({ day, lines, today, currency }: CalendarDayProps) {
  const t = useTranslations('insights.categories')
  const look = day === today ? 'border-brand' : 'border-line'
  const sum = lines.reduce((all, line) => all + (parseAmount(line.amount, currency)?.amountMinor ?? 0n), 0n)
  const amount = formatAmount({ amountMinor: sum, currency })
  const [first, ...others] = lines
  return (
    <div className={`min-h-20 min-w-0 rounded-lg border p-1.5 ${look} ${first ? 'bg-sunken' : ''}`}>
      <p className={day < today ? 'text-faint' : 'font-medium'}>{Number(day.slice(8))}</p>
      {first ? (
        <>
          <Money value={{ amount, currency }} signed className="block truncate text-xs font-semibold lg:text-sm" />
          <p className="truncate text-xs text-soft">
            {others.length > 0 ? t('count', { count: lines.length }) : first.label}
          </p>
        </>
      ) : null}
    </div>
  )
}
