import { useLocale, useTranslations } from 'next-intl'
import { formatMoney, formatPrice, isDecimal } from '#components/format/text.ts'
import type { InvoiceView } from '#lib/views/invoice.ts'

/** The lines of an invoice and what they come to. */
export function InvoiceLines({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations('invoices.page')
  const words = useTranslations('invoices.form')
  const locale = useLocale()
  const { content, sums, currency } = invoice
  const money = (amount: string) => formatMoney({ amount, currency }, locale)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const shown = (text: string) => (isDecimal(text) ? number.format(text) : text)
  const isTaxed = content.lines.some(({ vatRate }) => vatRate !== '0')
  return (
    <>
      <ul aria-label={t('lines')} className="divide-y divide-line">
        {content.lines.map(({ description, quantity, unitPrice, vatRate, unit }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key, and stay in place
          <li key={at} className="flex items-baseline justify-between gap-4 py-3 first:pt-0">
            <div className="min-w-0">
              <p className="wrap-anywhere">{description}</p>
              <p className="text-sm text-soft">
                {t('quantityOf', {
                  quantity: unit === 'unit' ? shown(quantity) : `${shown(quantity)} ${words(`units.${unit}`)}`,
                  price: formatPrice({ amount: unitPrice, currency }, locale),
                })}
                {isTaxed ? ` · ${t('vatAt', { rate: shown(vatRate) })}` : null}
              </p>
            </div>
            <span className="tabular whitespace-nowrap">{money(sums.lines[at] ?? '0')}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 grid gap-1 border-t border-line pt-4">
        {isTaxed ? (
          <>
            <Sum term={words('netSum')} value={money(sums.net)} />
            {sums.byRate.map(({ vatRate, vat }) => (
              <Sum key={vatRate} term={words('vatSum', { rate: shown(vatRate) })} value={money(vat)} />
            ))}
          </>
        ) : null}
        <Sum term={words(isTaxed ? 'total' : 'totalNoVat')} value={money(sums.total)} strong />
      </dl>
    </>
  )
}

/** One total. */
export function Sum({ term, value, strong = false }: { term: string; value: string; strong?: boolean }) {
  return (
    <div
      className={strong ? 'flex justify-between gap-4 text-lg font-semibold' : 'flex justify-between gap-4 text-soft'}
    >
      <dt>{term}</dt>
      <dd className="tabular whitespace-nowrap">{value}</dd>
    </div>
  )
}
