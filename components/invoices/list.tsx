import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { InvoiceState } from '#lib/domain/invoices/lifecycle.ts'
import type { InvoiceSummary } from '#lib/views/invoice.ts'

const tones: { readonly [state in InvoiceState]: Tone } = {
  draft: 'neutral',
  sent: 'info',
  overdue: 'danger',
  paid: 'success',
  cancelled: 'neutral',
}

/** The state of an invoice. */
export function InvoiceStateBadge({ state }: { state: InvoiceState }) {
  const t = useTranslations('invoices.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** A list of invoices, each row leading to the invoice's page. */
export function InvoiceList({ invoices }: { invoices: readonly InvoiceSummary[] }) {
  const t = useTranslations('invoices')
  const locale = useLocale()
  return (
    <ul aria-label={t('caption')} className="divide-y divide-line">
      {invoices.map(({ id, number, customerName, total, credited, currency, dueOn, state }) => (
        <li key={id} className="relative px-5 py-3.5 hover:bg-sunken sm:px-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link
              href={`/invoices/${id}`}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {customerName}
            </Link>
            <Money value={{ amount: total, currency }} className="font-semibold" />
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <span>
              {number ?? t('draftOf')} · {t('dueOn', { day: formatDate(dueOn, locale, 'long') })}
              {state !== 'cancelled' && /[1-9]/.test(credited)
                ? ` · ${t('credited', { amount: formatMoney({ amount: credited, currency }, locale) })}`
                : null}
            </span>
            <InvoiceStateBadge state={state} />
          </div>
        </li>
      ))}
    </ul>
  )
}
