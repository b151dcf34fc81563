import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Alert, Card, DescriptionList } from '#components/ui/card.tsx'
import type { ReceiptProof } from '#lib/views/transfer-page.ts'
import { StateBadge } from './status-badge.tsx'

/** Confirms a receipt to anybody who was given it, or says that it is not ours. Names and accounts are masked. */
export function ReceiptProofCard({ proof, at }: { proof: ReceiptProof | null; at: string }) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  if (proof === null) {
    return (
      <Alert tone="danger" title={t('proof.noneTitle')} className="mx-auto max-w-xl">
        {t('proof.noneText')}
      </Alert>
    )
  }
  const isPaid = proof.state === 'executed'
  return (
    <Card as="div" className="mx-auto max-w-xl">
      <Alert tone={isPaid ? 'success' : 'warning'} title={t(isPaid ? 'proof.paidTitle' : 'proof.notPaidTitle')}>
        {t('proof.checked', { moment: formatDate(at, locale, 'moment') })}
      </Alert>
      <DescriptionList
        className="mt-6"
        items={[
          {
            term: t('summary.amount'),
            value: <Money value={proof.amount} display className="text-2xl font-semibold" />,
          },
          { term: t('proof.state'), value: <StateBadge state={proof.state} /> },
          { term: t('receipt.day'), value: formatDate(proof.day, locale) },
          { term: t('summary.from'), value: proof.payer },
          { term: t('summary.to'), value: <Payee proof={proof} /> },
          { term: t('proof.bank'), value: proof.bankName },
        ]}
      />
      <p className="mt-5 text-sm text-soft">{t('proof.compare')}</p>
    </Card>
  )
}

function Payee({ proof: { payee, payeeAccount } }: { proof: ReceiptProof }) {
  return (
    <>
      {payee}
      <span className="tabular block text-sm text-soft" translate="no">
        {payeeAccount}
      </span>
    </>
  )
}
