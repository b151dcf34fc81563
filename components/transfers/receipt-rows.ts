import { maskIban } from '@guichet/values/money/iban-text.ts'
import { hasOtherThanLatin } from '@guichet/values/text/sepa.ts'
import type { useTranslations } from 'next-intl'
import type { Locale } from '#components/format/locale.ts'
import { formatDate, formatMoney } from '#components/format/text.ts'
import type { LegalView } from '#lib/views/banking.ts'
import type { TransferPage } from '#lib/views/transfer-page.ts'

export type ReceiptRow = { readonly key: string; readonly term: string; readonly value: string; readonly more?: string }

type ReceiptFacts = { transfer: TransferPage; payer: string; legal: LegalView; at: string }

/** The rows of a receipt, shared by the page and the PDF. */
export function receiptRows(
  t: ReturnType<typeof useTranslations<'transfers'>>,
  locale: Locale,
  { transfer: { order, line }, payer, legal, at }: ReceiptFacts,
): ReceiptRow[] {
  const attempt = order.attempts.find(({ authorisedAt }) => authorisedAt !== null) ?? order.attempts[0]
  const moment = (text: string) => formatDate(text, locale, 'moment')
  const { verification } = order
  const [first] = attempt?.instructions ?? []
  const texts = [order.creditorName, ...(attempt?.instructions ?? []).flatMap(({ remittance }) => remittance)]
  const isMany = (attempt?.instructions.length ?? 0) > 1
  return [
    { key: 'status', term: t('receipt.status', { moment: moment(at) }), value: t(`states.${line.state}.word`) },
    {
      key: 'from',
      term: t('summary.from'),
      value: payer,
      more: attempt?.debtorIban ? maskIban(attempt.debtorIban) : '',
    },
    { key: 'to', term: t('summary.to'), value: order.creditorName, more: maskIban(order.creditorIban) },
    ...(verification
      ? [
          {
            key: 'verification',
            term: t('receipt.payeeName'),
            value: t(`receipt.payeeAnswers.${verification.answer}`, { name: verification.matchedName ?? '' }),
            more: moment(verification.verifiedAt),
          },
        ]
      : []),
    { key: 'day', term: t('receipt.day'), value: formatDate(line.day, locale) },
    ...(attempt ? [{ key: 'sent', term: t('receipt.initiated'), value: moment(attempt.createdAt) }] : []),
    ...(attempt?.authorisedAt
      ? [{ key: 'agreed', term: t('receipt.received'), value: moment(attempt.authorisedAt) }]
      : []),
    ...(first && !isMany && first.remittance.length > 0
      ? [{ key: 'remittance', term: t('summary.remittance'), value: first.remittance.join(' ') }]
      : []),
    ...(attempt?.instructions ?? []).map(one => ({
      key: one.instructionId,
      term: t('receipt.reference'),
      value: one.endToEndId,
      ...(isMany ? { more: `${formatMoney(one.amount, locale)} ${one.remittance.join(' ')}`.trim() } : {}),
    })),
    ...(texts.some(hasOtherThanLatin)
      ? [{ key: 'letters', term: t('receipt.letters'), value: t('receipt.latinOnly') }]
      : []),
    { key: 'charges', term: t('receipt.charges'), value: t('receipt.noCharges') },
    { key: 'provider', term: t('receipt.provider'), value: legal.name, more: legal.authorisation },
  ]
}
