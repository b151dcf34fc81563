import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '#components/format/money-text.ts'
import { QrCode } from '#components/phone/qr-code.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Card } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { groupIban } from '#lib/domain/money/iban-text.ts'
import { groupReference } from '#lib/domain/money/structured-reference.ts'
import type { PublicOrderView } from '#lib/views/public-order.ts'

type HandTransferProps = {
  order: PublicOrderView
  transfer: { name: string; iban: string; bic: string | null; structuredReference: string; epcText: string | null }
  /** The bank that did not answer, if that is why this page is shown. */
  downBank: string | null
}

/** A manual transfer by the payer: a QR code for the banking app, and the details to copy (EPC069-12). */
export function HandTransfer({ order, transfer, downBank }: HandTransferProps) {
  const t = useTranslations('pay.transfer')
  const locale = useLocale()
  const amount = formatMoney(order.amount, locale)
  const line = (value: string) => <span className="tabular select-all font-semibold">{value}</span>
  const items = [
    { term: t('name'), value: line(transfer.name) },
    { term: t('iban'), value: line(groupIban(transfer.iban)) },
    ...(transfer.bic ? [{ term: t('bic'), value: line(transfer.bic) }] : []),
    { term: t('amount'), value: line(amount) },
    { term: t('reference'), value: line(groupReference(transfer.structuredReference)) },
  ]
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      {downBank === null ? null : (
        <Alert
          tone="warning"
          title={t('downTitle', { bank: downBank })}
          action={
            <a href={`/pay/${order.publicId}`} className={buttonClass({ variant: 'secondary', size: 'small' })}>
              {t('back')}
            </a>
          }
        >
          {t('downText')}
        </Alert>
      )}
      <h1 className="text-[1.75rem] font-semibold">{t('title', { amount })}</h1>
      <p className="text-soft">{t('lead')}</p>
      {order.isTest ? <Alert tone="warning">{t('test')}</Alert> : null}
      <Card as="div" className="grid gap-6 sm:grid-cols-[15rem_minmax(0,1fr)] sm:items-start">
        <div className="grid justify-items-center text-center sm:justify-items-start sm:text-left">
          {transfer.epcText === null ? <p>{t('noQr')}</p> : <QrCode text={transfer.epcText} label={t('qrLabel')} />}
          <p className="mt-2 text-sm text-soft">{transfer.epcText === null ? '' : t('qrTitle')}</p>
        </div>
        <DescriptionList items={items} />
      </Card>
      <p>{t('told', { payee: order.payee })}</p>
      <p className="font-medium">{t('once')}</p>
      {downBank === null ? (
        <a href={`/pay/${order.publicId}`} className="link inline-flex min-h-11 items-center justify-self-start">
          {t('back')}
        </a>
      ) : null}
    </div>
  )
}
