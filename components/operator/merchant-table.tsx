import { useTranslations } from 'next-intl'
import { stateTones } from '#components/activation/state.tsx'
import { DateText, Money } from '#components/format/value.tsx'
import { outgoing } from '#components/refunds/list.tsx'
import { Badge } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { FoundPayment, MerchantLine } from '#lib/views/operator-merchant.ts'
import { DataCard } from './data-table.tsx'

type BadgesProps = Pick<MerchantLine, 'state' | 'isSuspended' | 'brand' | 'asksLimits'>

/** The state of a merchant, with what an operator should notice. */
export function MerchantBadges({ state, isSuspended, brand, asksLimits }: BadgesProps) {
  const t = useTranslations('operatorMerchants')
  return (
    <span className="flex flex-wrap gap-1.5">
      {isSuspended && state === 'active' ? null : <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>}
      {isSuspended ? <Badge tone="danger">{t('suspended')}</Badge> : null}
      {asksLimits ? <Badge tone="info">{t('asksLimits')}</Badge> : null}
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

type FoundPaymentsProps = { payments: readonly FoundPayment[]; banks: ReadonlyMap<string, string> }

/** Payments of all merchants that match a search. */
export function FoundPayments({ payments, banks }: FoundPaymentsProps) {
  const t = useTranslations('operatorMerchants.search')
  const words = useTranslations('merchant')
  const refunds = useTranslations('reconciliation.refunds.statuses')
  const table = useTranslations('operatorMerchants.table')
  return (
    <DataCard
      caption={t('caption')}
      empty={t('none')}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { key: 'created', head: t('created'), cell: one => <DateText value={one.createdAt} style="moment" /> },
        merchantColumn(table('name'), (one: FoundPayment) => ({ id: one.merchantId, name: one.merchant })),
        { key: 'kind', head: t('kind'), cell: ({ kind }) => words(`kinds.${kind}`) },
        {
          key: 'amount',
          head: t('amount'),
          end: true,
          cell: ({ kind, amount }) => <Money value={kind === 'refund' ? outgoing(amount) : amount} />,
        },
        {
          key: 'status',
          head: t('status'),
          cell: one => (one.kind === 'refund' ? refunds(one.status) : words(`statuses.${one.status}`)),
        },
        { key: 'mode', head: t('mode'), cell: ({ mode }) => words(`shell.modes.${mode}`) },
        { key: 'bank', head: t('bank'), cell: ({ bankCode }) => banks.get(bankCode ?? '') ?? bankCode ?? '—' },
        { key: 'reference', head: t('reference'), wide: true, cell: ({ reference }) => reference },
        { key: 'endToEndId', head: t('endToEndId'), cell: ({ endToEndId }) => <code>{endToEndId ?? '—'}</code> },
        { key: 'id', head: t('id'), cell: ({ id }) => <code>{id}</code> },
      ]}
    />
  )
}

/** A column of merchants' names, each of which leads to its page. */
export function merchantColumn<Row>(head: string, merchantOf: (row: Row) => { id: string; name: string }) {
  return { key: 'merchant', head, wide: true, cell: (row: Row) => <MerchantLink {...merchantOf(row)} /> }
}

function MerchantLink({ id, name }: { id: string; name: string }) {
  return (
    <Link href={`/operator/merchants/${id}`} className="font-medium text-brand-ink underline underline-offset-3">
      {name}
    </Link>
  )
}
