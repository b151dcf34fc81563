import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Iban } from '#components/format/iban.tsx'
import { Money } from '#components/format/money.tsx'
import { LineItems } from '#components/pay/line-items.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { Link } from '#components/ui/link.tsx'
import { receiptTruth } from '#lib/domain/payments/order/receipt.ts'
import type { OrderView } from '#lib/views/payment.ts'

/** A payment's amount and details, its payer, and links to its pages. */
export function PaymentSummary({ payment }: { payment: OrderView }) {
  const t = useTranslations('merchant.payment')
  const words = useTranslations('merchant')
  const refunds = useTranslations('reconciliation.refunds')
  const moment = (value: string | null) => (value === null ? null : <DateText value={value} style="moment" />)
  const isRefund = payment.kind === 'refund'
  const hasReceipt = receiptTruth(payment.status, payment.attempts) !== null
  const items = [
    { term: t('amount'), value: <Money value={payment.amount} /> },
    { term: t('kind'), value: words(`kinds.${payment.kind}`) },
    { term: t('description'), value: payment.description },
    {
      term: t('items'),
      value:
        payment.lineItems.length === 0 ? null : (
          <LineItems items={payment.lineItems} currency={payment.amount.currency} title={t('items')} />
        ),
    },
    { term: t('payee'), value: payment.creditorName },
    { term: t('account'), value: <Iban value={payment.creditorIban} masked /> },
    { term: t('created'), value: moment(payment.createdAt) },
    {
      term: isRefund ? refunds('expires') : t('expires'),
      value: payment.status === 'open' ? moment(payment.expiresAt) : null,
    },
    { term: t('finished'), value: moment(payment.finishedAt) },
    { term: t('link'), value: payment.linkId ? toPage(`/links/${payment.linkId}`, t('seeLink')) : null },
    {
      term: t('page'),
      value: payment.status === 'open' && !isRefund ? toPage(`/pay/${payment.publicId}`, t('open')) : null,
    },
    {
      term: t('receipt'),
      // The merchant pays a refund and receives the others.
      value: hasReceipt ? toPage(`/pay/${payment.publicId}/receipt${isRefund ? '' : '/payee'}`, t('seeReceipt')) : null,
    },
    { term: t('metadata'), value: payment.metadata === null ? null : <Metadata all={payment.metadata} /> },
    { term: t('id'), value: <code className="text-sm">{payment.id}</code> },
  ]
  return (
    <Card>
      <CardHeader title={t('summary')} />
      <DescriptionList className="mt-4" items={items.filter(({ value }) => value !== null)} />
    </Card>
  )
}

const toPage = (href: string, words: string) => (
  <Link href={href} className="link">
    {words}
  </Link>
)

function Metadata({ all }: { all: Readonly<Record<string, string>> }) {
  return (
    <ul>
      {Object.entries(all).map(([name, value]) => (
        <li key={name}>
          <code className="text-sm">{name}</code> = {value}
        </li>
      ))}
    </ul>
  )
}
