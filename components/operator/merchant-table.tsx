import { useTranslations } from 'next-intl'
import { stateTones } from '#components/activation/state-tones.ts'
import { DateText } from '#components/format/value.tsx'
import { Badge } from '#components/ui/card.tsx'
import type { MerchantLine } from '#lib/views/operator-merchant.ts'
import { DataCard } from './data-table.tsx'
import { merchantColumn } from './found-payments.tsx'

/** The state of a merchant, with what an operator should notice. */
export function MerchantBadges({ state, isSuspended, brand }: Pick<MerchantLine, 'state' | 'isSuspended' | 'brand'>) {
  const t = useTranslations('operatorMerchants')
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>
      {isSuspended ? <Badge tone="danger">{t('suspended')}</Badge> : null}
      {brand === null ? null : <Badge tone="warning">{t('brand', { brand })}</Badge>}
    </span>
  )
}

/** Merchants as a table; each name leads to its page. */
export function MerchantTable({ merchants }: { merchants: readonly MerchantLine[] }) {
  const t = useTranslations('operatorMerchants.table')
  return (
    <DataCard
      caption={t('caption')}
      empty={t('none')}
      rows={merchants}
      keyOf={({ id }) => id}
      columns={[
        merchantColumn(t('name'), ({ id, name }: MerchantLine) => ({ id, name })),
        { key: 'state', head: t('state'), cell: merchant => <MerchantBadges {...merchant} /> },
        { key: 'legalName', head: t('legalName'), wide: true, cell: ({ legalName }) => legalName },
        { key: 'number', head: t('number'), cell: ({ registrationNumber }) => registrationNumber ?? '—' },
        {
          key: 'since',
          head: t('since'),
          cell: ({ reviewAskedAt, createdAt }) => <DateText value={reviewAskedAt ?? createdAt} />,
        },
      ]}
    />
  )
}
