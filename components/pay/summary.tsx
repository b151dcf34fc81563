import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Card } from '#components/ui/card.tsx'
import type { MerchantBrand } from '#lib/views/organisation.ts'
import type { PublicOrderView } from '#lib/views/public-order.ts'
import { LineItems } from './line-items.tsx'

/** Payee, amount and reference, which the bank shows too. */
export function PaySummary({ order }: { order: PublicOrderView }) {
  const t = useTranslations('pay.choose')
  const locale = useLocale()
  const day = order.executionDate === null ? t('dateToday') : formatDate(order.executionDate, locale, 'long')
  const holderCheck = ({ kind, holderCheck: { finding, at } }: PublicOrderView) =>
    kind === 'refund' ? null : t(`holderChecks.${finding}`, { day: at === null ? '' : formatDate(at, locale) })
  const rows: readonly (readonly [string, string | null])[] = [
    [t('payee'), order.payee],
    [t('holder'), order.holder],
    [t('holderCheck'), holderCheck(order)],
    [t('reference'), order.reference],
    [t('remittance'), order.remittance],
    [t('description'), order.description === order.reference ? null : order.description],
    [t('date'), day],
    [t('arrives'), t(`arrivals.${order.instant}`, { day: formatDate(order.arrivesOn, locale, 'day') })],
    [t('validUntil'), order.expiresAt === null ? null : formatDate(order.expiresAt, locale, 'moment')],
  ]
  return (
    <Card aria-labelledby="summary-title">
      <h2 id="summary-title" className="font-semibold">
        {t('summaryTitle')}
      </h2>
      <p className="mt-2 text-[2rem] font-semibold tracking-tight">
        <span className="sr-only">{t('amount')} </span>
        <Money value={order.amount} display />
      </p>
      {order.lineItems.length === 0 ? null : (
        <div className="mt-3 border-t border-line pt-3">
          <LineItems items={order.lineItems} currency={order.amount.currency} title={t('items')} />
        </div>
      )}
      <dl className="mt-3 grid gap-2 border-t border-line pt-3 text-[0.9375rem]">
        {rows.map(([term, value]) =>
          value === null ? null : (
            <div key={term} className="flex justify-between gap-4 lg:block">
              <dt className="text-sm text-soft">{term}</dt>
              <dd className="wrap-anywhere max-lg:text-right">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {order.merchant === null ? null : <Reach merchant={order.merchant} />}
    </Card>
  )
}

/** Where the merchant can be reached, as the law on distance selling asks and as payers look for before they pay. */
function Reach({ merchant }: { merchant: MerchantBrand }) {
  const t = useTranslations('pay.choose')
  const { name, addressLines, email, website } = merchant
  return (
    <address className="mt-3 border-t border-line pt-3 text-sm text-soft not-italic">
      <span className="block">{t('reach', { name })}</span>
      {addressLines.map(line => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
      <span className="mt-1 flex flex-wrap gap-x-4">
        <a href={`mailto:${email}`} className="link inline-flex min-h-6 items-center wrap-anywhere">
          {email}
        </a>
        {website === null ? null : (
          <a href={website} rel="noreferrer" className="link inline-flex min-h-6 items-center wrap-anywhere">
            {new URL(website).host}
          </a>
        )}
      </span>
    </address>
  )
}
