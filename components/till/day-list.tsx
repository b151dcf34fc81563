import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { Badge, Card, type Tone } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'
import type { SaleState } from '#lib/domain/payments/order/till.ts'
import type { TillView } from '#lib/views/till.ts'

const tones: Record<SaleState, Tone> = {
  waiting: 'neutral',
  paying: 'info',
  failed: 'warning',
  accepted: 'info',
  paid: 'success',
  unclear: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** What was sold today and what was paid of it; a refund for those who may. */
export function DayList({ till: { sales, paid, paidCount }, role }: { till: TillView; role: MemberRole }) {
  const t = useTranslations('till')
  return (
    <Card title={t('today')} bodyClass="mt-3">
      <p className="text-3xl font-semibold">
        <Money value={paid} display />
      </p>
      <p className="text-sm text-soft">{t('paidCount', { count: paidCount })}</p>
      {sales.length === 0 ? <p className="mt-4 text-soft">{t('none')}</p> : null}
      <ul className="mt-3 divide-y divide-line">
        {sales.map(({ id, amount, state, note, reference, at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <Link href={`/till/${id}`} className="flex min-h-12 min-w-0 flex-1 items-center gap-3">
              <span className="min-w-0 flex-1">
                <Money value={amount} className="font-medium" />
                <span className="block truncate text-sm text-soft">
                  <DateText value={at} style="time" /> · {note ?? reference}
                </span>
              </span>
              <Badge tone={tones[state]}>{t(`states.${state}.short`)}</Badge>
            </Link>
            {state === 'paid' && may(role, 'refunds.write') ? (
              <Link href={`/refunds/new/${id}`} className="link inline-flex min-h-11 items-center text-sm">
                {t('refund')}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
