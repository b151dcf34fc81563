import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { formatTags } from '#components/format/locale.ts'
import { Money } from '#components/format/money.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { addDays } from '#lib/domain/accounts/recurring.ts'
import type { InsightView } from '#lib/views/insight.ts'

type Upcoming = InsightView['upcoming'][number]

/** What is coming: five weeks at a glance where there is room, and day by day as a list everywhere. */
export function UpcomingCard({ view, currency }: { view: InsightView; currency: string }) {
  const t = useTranslations('insights.upcoming')
  const locale = useLocale()
  const days = Map.groupBy(view.upcoming, ({ day }) => day)
  return (
    <Card aria-labelledby="upcoming-title" className="lg:col-span-2">
      <CardHeader id="upcoming-title" title={t('title')} description={t('lead')} />
      {days.size === 0 ? <p className="mt-3 text-soft">{t('none')}</p> : <Calendar days={days} today={view.today} />}
      <ol className="mt-4 gap-8 sm:columns-2">
        {[...days].map(([day, lines]) => (
          <li key={day} className="mb-4 break-inside-avoid">
            <h3 className="text-sm font-semibold text-soft first-letter:uppercase">{formatDate(day, locale, 'day')}</h3>
            <ul className="mt-1 grid grid-cols-1 gap-1">
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a day never change places
                <li key={index} className="flex items-center justify-between gap-3">
                  <span className="min-w-0 flex-1 truncate">
                    <bdi>{line.label}</bdi>
                  </span>
                  <Badge tone={line.source === 'bank' ? 'info' : 'neutral'}>{t(`sources.${line.source}`)}</Badge>
                  <Money value={{ amount: line.amount, currency }} signed className="shrink-0 font-semibold" />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Five weeks from Monday; the list under it says the same, so readers are spared the grid. */
function Calendar({ days, today }: { days: ReadonlyMap<string, readonly Upcoming[]>; today: string }) {
  const locale = useLocale()
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  const monday = addDays(today, -weekday)
  const names = Array.from({ length: 7 }, (_, at) =>
    new Intl.DateTimeFormat(formatTags[locale], { weekday: 'short', timeZone: 'UTC' }).format(
      new Date(addDays(monday, at)),
    ),
  )
  return (
    <div aria-hidden="true" className="mt-4 hidden grid-cols-7 gap-1 text-sm md:grid">
      {names.map(name => (
        <p key={name} className="text-center text-soft">
          {name}
        </p>
      ))}
      {Array.from({ length: 35 }, (_, at) => addDays(monday, at)).map(day => (
        <CalendarDay key={day} day={day} lines={days.get(day) ?? []} today={today} />
      ))}
    </div>
  )
}

function CalendarDay({ day, lines, today }: { day: string; lines: readonly Upcoming[]; today: string }) {
  const look = day === today ? 'border-brand' : 'border-line'
  return (
    <div className={`min-h-16 rounded-lg border p-1.5 ${look} ${lines.length > 0 ? 'bg-sunken' : ''}`}>
      <p className={day < today ? 'text-faint' : 'font-medium'}>{Number(day.slice(8))}</p>
      {lines.slice(0, 2).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a day never change places
        <p key={index} className="truncate text-xs">
          {line.label}
        </p>
      ))}
      {lines.length > 2 ? <p className="text-xs text-soft">+{lines.length - 2}</p> : null}
    </div>
  )
}
