import { groupIban } from '@guichet/values/money/iban-text.ts'
import { groupReference } from '@guichet/values/money/structured-reference.ts'
import { useLocale, useTranslations } from 'next-intl'
import { Logo } from '#components/brand/logo.tsx'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { DescriptionList } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { PrintButton } from '#components/ui/print-button.tsx'
import type { ReceiptView } from '#lib/domain/payments/order/receipt.ts'
import { LineItems } from './line-items.tsx'

type ReceiptSheetProps = { receipt: ReceiptView; title: string; back: string; json: string | null }

/** A receipt that prints on one page (PSD2 art. 46). It does not look like a proof unless the payment is certain. */
export function ReceiptSheet({ receipt, title, back, json }: ReceiptSheetProps) {
  const t = useTranslations('pay.receipt')
  const locale = useLocale()
  const at = (instant: string) => formatDate(instant, locale, 'moment')
  return (
    <article className="mx-auto max-w-2xl rounded-2xl border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:bg-transparent print:p-6 print:[color-scheme:light]">
      <div className="mb-6 hidden print:block">
        <Logo />
      </div>
      <h1 className="text-2xl font-semibold">{title}</h1>
      {receipt.isTest ? <p className="mt-1 font-semibold text-danger">{t('test')}</p> : null}
      <p className="mt-4 text-[2rem] font-semibold">{formatMoney(receipt.amount, locale)}</p>
      <p className="mt-1 mb-6 font-medium">{t(`truths.${receipt.truth}`)}</p>
      {receipt.lineItems.length === 0 ? null : (
        <div className="mb-6">
          <LineItems items={receipt.lineItems} currency={receipt.amount.currency} title={t('items')} />
        </div>
      )}
      <DescriptionList items={useRows(receipt)} className="text-[0.9375rem] print:text-sm" />
      {receipt.bankStatus === null ? null : (
        <Disclosure title={t('details')} small className="mt-4 print:hidden">
          <DescriptionList items={[{ term: t('bankStatus'), value: <code>{receipt.bankStatus}</code> }]} />
        </Disclosure>
      )}
      <p className="mt-6 text-sm text-soft">
        {t('issued', { at: at(receipt.issuedAt), ...receipt.initiator })} {t('law')}
      </p>
      <p className="mt-6 flex flex-wrap items-center gap-4 print:hidden">
        <PrintButton variant="secondary">{t('print')}</PrintButton>
        {json === null ? null : (
          <a href={json} className="link inline-flex min-h-11 items-center">
            {t('json')}
          </a>
        )}
        <a href={back} className="link inline-flex min-h-11 items-center">
          {t('back')}
        </a>
      </p>
    </article>
  )
}

function useRows(receipt: ReceiptView) {
  const t = useTranslations('pay.receipt')
  const locale = useLocale()
  const moment = (instant: string | null) => (instant === null ? null : formatDate(instant, locale, 'moment'))
  const { payee, payer, transfers } = receipt
  const rows: readonly (readonly [string, string | null])[] = [
    [t('payee'), payee.trade ?? payee.name],
    [t('holder'), payee.trade === null ? null : payee.name],
    [t('payeeIban'), groupIban(payee.iban)],
    [t('payer'), payer.bankName],
    [t('payerIban'), payer.iban === null ? null : groupIban(payer.iban)],
    [t('charges'), formatMoney(receipt.charges, locale)],
    [t('reference'), receipt.reference],
    [t('description'), receipt.description],
    [t('authorised'), moment(receipt.authorisedAt)],
    [t('received'), moment(receipt.receivedAt)],
    [t('execution'), formatDate(receipt.executionDate, locale, 'long')],
    [
      t('arrives'),
      receipt.arrivesOn === null
        ? t('arrival.seconds')
        : t('arrival.day', { day: formatDate(receipt.arrivesOn, locale, 'day') }),
    ],
    [t('finished'), moment(receipt.finishedAt)],
    [t('paymentId'), receipt.paymentInformationId],
    ...transfers.map((one): readonly [string, string] => [
      t('endToEnd'),
      transfers.length === 1 ? one.endToEndId : `${one.endToEndId} · ${formatMoney(one.amount, locale)}`,
    ]),
    [t('structured'), groupReference(receipt.structuredReference)],
  ]
  return rows.flatMap(([term, value], index) => (value === null ? [] : [{ term, value, key: String(index) }]))
}
