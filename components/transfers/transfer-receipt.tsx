import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Iban } from '#components/format/iban.tsx'
import { Money } from '#components/format/money.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { PrintButton } from '#components/ui/print-button.tsx'
import type { LegalView } from '#lib/views/banking.ts'
import type { TransferPage } from '#lib/views/transfer-page.ts'
import { StateBadge } from './transfer-words.tsx'

/** PSD2 art. 46, for whoever sent the money; prints on a page. */
export function TransferReceipt({ transfer, legal, at }: { transfer: TransferPage; legal: LegalView; at: string }) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  const { order, line } = transfer
  const attempt = order.attempts.find(({ authorisedAt }) => authorisedAt !== null) ?? order.attempts[0]
  const moment = (text: string) => formatDate(text, locale, 'moment')
  return (
    <Card className="mx-auto max-w-2xl print:border-0" aria-labelledby="receipt-title">
      <h1 id="receipt-title" className="text-2xl font-semibold">
        {t('receipt.title')}
      </h1>
      <p className="mt-1 mb-5 text-sm text-soft">{t('receipt.lead')}</p>
      {line.state === 'executed' ? null : (
        <Alert tone="warning" className="mb-5">
          {t('receipt.notPaid')}
        </Alert>
      )}
      <DescriptionList
        items={[
          {
            key: 'status',
            term: t('receipt.status', { moment: moment(at) }),
            value: (
              <>
                <StateBadge state={line.state} /> <code translate="no">{attempt?.bankStatus}</code>
              </>
            ),
          },
          {
            key: 'amount',
            term: t('summary.amount'),
            value: <Money value={order.amount} className="text-lg font-semibold" />,
          },
          { key: 'charges', term: t('receipt.charges'), value: t('receipt.noCharges') },
          { key: 'to', term: t('summary.to'), value: order.creditorName },
          { key: 'iban', term: t('summary.iban'), value: <Iban value={order.creditorIban} /> },
          ...(attempt?.debtorIban
            ? [{ key: 'payer', term: t('receipt.payer'), value: <Iban value={attempt.debtorIban} /> }]
            : []),
          { key: 'day', term: t('receipt.day'), value: formatDate(line.day, locale) },
          ...(attempt ? [{ key: 'sent', term: t('receipt.initiated'), value: moment(attempt.createdAt) }] : []),
          ...(attempt?.authorisedAt
            ? [{ key: 'agreed', term: t('receipt.received'), value: moment(attempt.authorisedAt) }]
            : []),
          ...(attempt?.instructions ?? []).map(one => ({
            key: one.instructionId,
            term: t('receipt.reference'),
            value: (
              <>
                <code translate="no">{one.endToEndId}</code>
                <span className="block text-sm text-soft">
                  <Money value={one.amount} /> {one.remittance.join(' ')}
                </span>
              </>
            ),
          })),
          {
            key: 'provider',
            term: t('receipt.provider'),
            value: (
              <>
                {legal.name}
                <span className="block text-sm text-soft" translate="no">
                  {legal.authorisation}
                </span>
              </>
            ),
          },
        ]}
      />
      <p className="mt-6 flex flex-wrap gap-2 print:hidden">
        <PrintButton variant="secondary">{t('receipt.print')}</PrintButton>
        <ButtonLink href={`/transfers/${order.id}`} variant="quiet">
          {t('receipt.back')}
        </ButtonLink>
      </p>
    </Card>
  )
}
