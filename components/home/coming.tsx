import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { LineMark } from '#components/transactions/row.tsx'
import { Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import type { CategoryView } from '#lib/views/category.ts'
import type { ComingPart, ComingView, GlanceView } from '#lib/views/home.ts'

type ComingProps = { glance: GlanceView; own: readonly CategoryView[] }

const shown = 4

/** What comes before payday and after, the largest first, with the sums. */
export function Coming({ glance, own }: ComingProps) {
  const t = useTranslations('home.coming')
  const { coming, payday } = glance
  return (
    <Card flush aria-labelledby="coming-title">
      <div className="flex items-center justify-between gap-3 px-4 pt-3 sm:px-5">
        <h2 id="coming-title" className="scroll-mt-24 text-lg font-semibold">
          {t('title')}
        </h2>
        <Link
          href="/insights#upcoming-title"
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand-ink hover:underline"
        >
          {t('all')}
        </Link>
      </div>
      {coming.length === 0 ? <p className="px-4 pb-4 text-soft sm:px-5">{t('none')}</p> : null}
      {coming.map(part => (
        <Part
          key={part.until}
          part={part}
          isBefore={payday !== null && part.until < payday.day}
          glance={glance}
          own={own}
        />
      ))}
    </Card>
  )
}

function Part({ part, isBefore, glance, own }: ComingProps & { part: ComingPart; isBefore: boolean }) {
  const t = useTranslations('home.coming')
  const locale = useLocale()
  const { until, sum, rows, rest: small } = part
  const { currency, payday } = glance
  const day = formatDate(isBefore && payday ? payday.day : until, locale, 'near')
  // A single further one is shown in place of the words for it.
  const count = rows.length > shown + 1 ? shown : rows.length
  const rest = rows.slice(count)
  return (
    <div className="border-t border-line first-of-type:border-0">
      <p className="flex justify-between gap-3 px-4 pt-2.5 text-sm text-soft sm:px-5">
        {t(isBefore ? 'before' : 'until', { day })}
        <Money value={{ amount: sum, currency }} signed className="shrink-0 font-semibold" />
      </p>
      <Rows rows={rows.slice(0, count)} currency={currency} own={own} />
      {rest.length > 0 ? (
        <Disclosure
          small
          title={t('more', { count: rest.length + (small?.count ?? 0) })}
          className="[&>summary]:mx-4 sm:[&>summary]:mx-5"
        >
          <Rows rows={rest} currency={currency} own={own} />
          {small ? (
            <p className="flex justify-between gap-3 px-4 pb-3 sm:px-5">
              <Link href="/insights#upcoming-title" className="link">
                {t('small', { count: small.count })}
              </Link>
              <Money value={{ amount: small.amount, currency }} signed className="shrink-0 font-semibold" />
            </p>
          ) : null}
        </Disclosure>
      ) : null}
    </div>
  )
}

function Rows({ rows, currency, own }: { rows: readonly ComingView[]; currency: string; own: ComingProps['own'] }) {
  const t = useTranslations('home.coming')
  const locale = useLocale()
  return (
    <ul>
      {rows.map(({ label, category, amount, day, cards }) => (
        <li key={`${label} ${day} ${amount}`} className="flex items-center gap-3 px-4 py-2 sm:px-5">
          <LineMark line={{ name: label, category, amount: { amount, currency } }} own={own} />
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 font-medium wrap-anywhere">
              {cards === null ? (
                <bdi>{label || t('unnamed')}</bdi>
              ) : (
                <Link href="/transactions?status=open" className="hover:underline">
                  {t('cards', { count: cards })}
                </Link>
              )}
            </span>
            <span className="block text-sm text-soft first-letter:uppercase">
              {day === null ? t('cardsText') : formatDate(day, locale, 'day')}
            </span>
          </span>
          <Money value={{ amount, currency }} signed className="shrink-0 font-semibold" />
        </li>
      ))}
    </ul>
  )
}
