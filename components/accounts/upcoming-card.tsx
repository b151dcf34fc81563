import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { Card } from '#components/ui/card.tsx'
import type { AccountView } from '#lib/views/banking.ts'

/** What will be left when the debits known to come have passed. Today's balance is above, and stays what it is. */
export function UpcomingCard({ upcoming }: { upcoming: NonNullable<AccountView['upcoming']> }) {
  const t = useTranslations('leaving.upcoming')
  return (
    <Card aria-labelledby="upcoming-title">
      <h2 id="upcoming-title" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="mt-2 text-2xl font-semibold">
        <Money value={upcoming.after} className="proportional-nums!" />
      </p>
      <p className="mt-1 text-[0.9375rem]">
        {upcoming.count === 0
          ? t('none')
          : t.rich('some', { count: upcoming.count, sum: () => <Money value={upcoming.debits} /> })}{' '}
        {t.rich('until', { date: () => <DateText value={upcoming.until} /> })}
      </p>
      <p className="mt-2 text-sm text-soft">{t('how')}</p>
    </Card>
  )
}
