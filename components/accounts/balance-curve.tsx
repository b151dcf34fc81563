import { useLocale, useTranslations } from 'next-intl'
import { BalanceLine } from '#components/charts/balance-line.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { formatTags } from '#components/format/locale.ts'
import { formatAxis, formatDate, formatMoney } from '#components/format/text.ts'
import { Card } from '#components/ui/card.tsx'
import type { AccountMoney } from '#lib/views/account-money.ts'

/** The balance until today, and a dashed line for the next days after upcoming debits. Rendered on the server; on a phone after the transactions. */
export function BalanceCurve({ curve }: { curve: NonNullable<AccountMoney['curve']> }) {
  const t = useTranslations('accounts.curve')
  const locale = useLocale()
  const { past, future, currency } = curve
  const shortDay = new Intl.DateTimeFormat(formatTags[locale], { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const all = [...past, ...future]
  const gap = Math.max(1, Math.round(all.length / 5))
  const ticks = all.flatMap(({ day }, at) =>
    at % gap === Math.floor(gap / 2) && at < all.length - 2 ? [{ at, name: shortDay.format(new Date(day)) }] : [],
  )
  const say = (word: 'day' | 'announced') => (point: (typeof all)[number]) =>
    t(word, { day: formatDate(point.day, locale), amount: formatMoney({ amount: point.amount, currency }, locale) })
  const dot = ({ day, amount }: (typeof all)[number]) => ({ day, amount: Number(amount) })
  return (
    <Card titleId="curve-title" title={t('title')} className="min-w-0 lg:col-start-1 lg:row-start-1" bodyClass="mt-3">
      <ChartFrame
        label={t('title')}
        note={future.length > 0 ? t('hint') : undefined}
        details={[...past.map(say('day')), ...future.map(say('announced'))]}
      >
        <BalanceLine
          past={past.map(dot)}
          future={future.map(dot)}
          format={amount => formatAxis(amount, currency, locale)}
          ticks={ticks}
        />
      </ChartFrame>
    </Card>
  )
}
