import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { formatMoney } from '#components/format/money-text.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import type { RefundOfferView } from '#lib/views/reconciliation.ts'
import { RefundList } from './list.tsx'

type RefundCardProps = {
  offer: RefundOfferView
  received: { readonly amount: string; readonly currency: string } | null
  receivedAt: string | null
  mayRefund: boolean
}

/** On a payment's page: the amount received, its refunds, and the form for a new one. */
export function RefundCard({ offer, received, receivedAt, mayRefund }: RefundCardProps) {
  const t = useTranslations('reconciliation.refunds')
  const locale = useLocale()
  const isLeft = Number(offer.refundable.amount) > 0
  if (received === null && !isLeft && offer.refunds.length === 0) return null
  return (
    <>
      {received !== null && receivedAt !== null ? (
        <Card>
          <CardHeader
            title={t('received')}
            description={t('receivedText', {
              amount: formatMoney(received, locale),
              day: formatDate(receivedAt, locale, 'long'),
            })}
          />
        </Card>
      ) : null}
      {isLeft || offer.refunds.length > 0 ? (
        <Card flush>
          <div className="px-5 pt-5 pb-4 sm:px-6">
            <CardHeader
              title={t('title')}
              description={
                isLeft
                  ? t(mayRefund ? 'refundText' : 'refundReader', { amount: formatMoney(offer.refundable, locale) })
                  : t('nothingLeft')
              }
              action={
                mayRefund && isLeft ? (
                  <ButtonLink href={`/refunds/new/${offer.paymentId}`} variant="secondary">
                    {t('refund')}
                  </ButtonLink>
                ) : null
              }
            />
          </div>
          {offer.refunds.length > 0 ? <RefundList refunds={offer.refunds} label={t('earlier')} /> : null}
        </Card>
      ) : null}
    </>
  )
}
