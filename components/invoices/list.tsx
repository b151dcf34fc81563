import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
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
  const rows = invoices.map(({ id, number, customerName, total, credited, currency, dueOn, state }) => ({
    key: id,
    href: `/invoices/${id}`,
    name: customerName,
    amount: <Money value={{ amount: total, currency }} />,
    text: [
      number ?? t('draftOf'),
      t('dueOn', { day: formatDate(dueOn, locale, 'long') }),
      ...(state !== 'cancelled' && /[1-9]/.test(credited)
        ? [t('credited', { amount: formatMoney({ amount: credited, currency }, locale) })]
        : []),
    ].join(' · '),
    badge: <InvoiceStateBadge state={state} />,
  }))
  return <LinkRows label={t('caption')} rows={rows} />
}
