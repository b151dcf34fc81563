import { useLocale, useTranslations } from 'next-intl'
import { Logo } from '#components/brand/logo.tsx'
import { Money } from '#components/format/value.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { ButtonAnchor } from '#components/ui/button.tsx'
import { Alert, Card, DescriptionList } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PrintButton } from '#components/ui/print-button.tsx'
import type { LegalView } from '#lib/views/banking.ts'
import type { TransferPage } from '#lib/views/transfer-page.ts'
import { receiptRows } from './receipt-rows.ts'

type TransferReceiptProps = {
  transfer: TransferPage
  payer: string
  legal: LegalView
  /** URL of the page that confirms it. */
  address: string
  at: string
}

/** The receipt of PSD2 art. 46 for the sender, to print on one page. */
export function TransferReceipt({ transfer, payer, legal, address, at }: TransferReceiptProps) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  const { order, line } = transfer
  return (
    <Card className="mx-auto max-w-2xl print:border-0 print:p-0" aria-labelledby="receipt-title">
      <div className="flex items-start justify-between gap-6">
        <div>
          <Logo />
          <h1 id="receipt-title" className="mt-5 text-2xl font-semibold">
            {t('receipt.title')}
          </h1>
          <p className="mt-2">
            <Money value={order.amount} display className="text-3xl font-semibold" />
          </p>
        </div>
        <a href={address} className="block w-28 shrink-0 text-center text-[0.8125rem] leading-tight text-soft sm:w-32">
          <QrCode text={address} label={t('receipt.qr')} />
          <span className="mt-1.5 block">{t('receipt.verify')}</span>
        </a>
      </div>
      {line.state === 'executed' ? null : (
        <Alert tone="warning" className="mt-5">
          {t('receipt.notPaid')}
        </Alert>
      )}
      <DescriptionList
        className="mt-6"
        items={receiptRows(t, locale, { transfer, payer, legal, at }).map(({ key, term, value, more }) => ({
          key,
          term,
          value: (
            <>
              {value}
              {more ? (
                <span className="tabular block text-sm text-soft" translate="no">
                  {more}
                </span>
              ) : null}
            </>
          ),
        }))}
      />
      <p className="mt-5 text-sm text-soft">{t('receipt.lead')}</p>
      <p className="mt-6 flex flex-wrap gap-2 print:hidden">
        <ButtonAnchor href={`/transfers/${order.id}/receipt/pdf?language=${locale}`}>{t('receipt.pdf')}</ButtonAnchor>
        <PrintButton variant="secondary">{t('receipt.print')}</PrintButton>
        <ButtonLink href={`/transfers/${order.id}`} variant="quiet">
          {t('receipt.back')}
        </ButtonLink>
      </p>
    </Card>
  )
}
