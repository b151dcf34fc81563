import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { outgoing } from '#components/merchant/payment-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { FoundPayment } from '#lib/views/operator-merchant.ts'
import { DataTable } from './data-table.tsx'

type FoundPaymentsProps = { payments: readonly FoundPayment[]; banks: ReadonlyMap<string, string> }

/** Payments of all merchants that match a search. */
export function FoundPayments({ payments, banks }: FoundPaymentsProps) {
  const t = useTranslations('operatorMerchants.search')
  const words = useTranslations('merchant')
  const refunds = useTranslations('reconciliation.refunds.statuses')
  const table = useTranslations('operatorMerchants.table')
  return (
    <Card flush>
      <DataTable
        caption={t('caption')}
        empty={t('none')}
        columns={[
          { key: 'created', head: t('created') },
          { key: 'merchant', head: table('name'), wide: true },
          { key: 'kind', head: t('kind') },
          { key: 'amount', head: t('amount'), end: true },
          { key: 'status', head: t('status') },
          { key: 'mode', head: t('mode') },
          { key: 'bank', head: t('bank') },
          { key: 'reference', head: t('reference'), wide: true },
          { key: 'endToEndId', head: t('endToEndId') },
          { key: 'id', head: t('id') },
        ]}
        rows={payments.map(payment => ({
          key: payment.id,
          cells: [
            <DateText key="created" value={payment.createdAt} style="moment" />,
            <MerchantLink key="merchant" id={payment.merchantId} name={payment.merchant} />,
            words(`kinds.${payment.kind}`),
            <Money key="amount" value={payment.kind === 'refund' ? outgoing(payment.amount) : payment.amount} />,
            payment.kind === 'refund' ? refunds(payment.status) : words(`statuses.${payment.status}`),
            words(`shell.modes.${payment.mode}`),
            payment.bankCode === null ? '—' : (banks.get(payment.bankCode) ?? payment.bankCode),
            payment.reference,
            <code key="endToEndId">{payment.endToEndId ?? '—'}</code>,
            <code key="id">{payment.id}</code>,
          ],
        }))}
      />
    </Card>
  )
}

/** A merchant's name that leads to its page. */
export function MerchantLink({ id, name }: { id: string; name: string }) {
  return (
    <Link href={`/operator/merchants/${id}`} className="font-medium text-brand-ink underline underline-offset-3">
      {name}
    </Link>
  )
}
