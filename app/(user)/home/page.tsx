import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { BalanceLine } from '#components/charts/balance-line.tsx'
import { formatAxis, formatDate } from '#components/format/text.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { HomeBoard } from '#components/home/board.tsx'
import { Glance } from '#components/home/glance.tsx'
import { SharedAccounts } from '#components/household/shared-accounts.tsx'
import { addressOf, LineMark, LineName } from '#components/transactions/row.tsx'
import { Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import { openDay } from '#lib/domain/accounts/open-line.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { findAccounts } from '#lib/services/accounts/view.ts'
import { readHomeMoney } from '#lib/services/home/money.ts'
import { readHome } from '#lib/services/home/read.ts'
import { listShared } from '#lib/services/household/shared-accounts.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { CategoryView } from '#lib/views/category.ts'
import type { ComingPart, ComingView, GlanceView, HomeMoney } from '#lib/views/home.ts'

export const generateMetadata = titleOf('home.metaTitle')

export default userPage(async ({ session }) => {
  const { userId } = session
  const rows = await findAccounts({ userId }, {})
  const [home, money, { categories }, shared] = await Promise.all([
    readHome({ userId }, rows),
    readHomeMoney({ userId }, rows),
    listCategories({ userId }),
    listShared({ userId }),
  ])
  const { glance, wealth, holdings, latest } = money
  return (
    <>
      <HomeBoard
        home={home}
        firstName={session.name.split(/\s+/)[0] ?? session.name}
        wealth={wealth.length > 0 ? <Wealth wealth={wealth} count={holdings} /> : null}
        glance={glance ? <Glance glance={glance} /> : null}
        coming={glance ? <Coming glance={glance} own={categories} /> : null}
        lines={
          <div className="stack content-start gap-6">
            {glance && glance.chart.past.length > 0 ? <MonthChart glance={glance} /> : null}
            {latest.length > 0 ? <Latest lines={latest} own={categories} /> : null}
          </div>
        }
      />
      {shared.length > 0 ? <SharedAccounts accounts={shared} /> : null}
    </>
  )
})

/** With what one has or owes elsewhere; below the total of the accounts. */
function Wealth({ wealth, count }: { wealth: HomeMoney['wealth']; count: number }) {
  const t = useTranslations('home')
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-[0.9375rem]">
      <Link href="/accounts#holdings" className="link">
        {t('wealth', { count })}
      </Link>
      {wealth.map(sum => (
        <Money key={sum.currency} value={sum} className="font-semibold" />
      ))}
    </p>
  )
}

/** The month so far and the expected days; in words it is one of the figures. */
function MonthChart({ glance: { chart, currency } }: { glance: GlanceView }) {
  const t = useTranslations('home.glance')
  const locale = useLocale()
  const days = [...chart.past, ...chart.future]
  const gap = Math.ceil(days.length / 4)
  return (
    <Card titleId="chart-title" title={t('chart')}>
      <BalanceLine
        past={chart.past.map(({ day, amount }) => ({ day, amount: Number(amount) }))}
        future={chart.future.map(({ day, amount, low, high }) => ({
          day,
          amount: Number(amount),
          low: Number(low),
          high: Number(high),
        }))}
        format={amount => formatAxis(amount, currency, locale)}
        ticks={days.flatMap(({ day }, at) => (at % gap === 0 ? [{ at, name: String(Number(day.slice(8))) }] : []))}
      />
    </Card>
  )
}

type ListCardProps = { id: string; title: string; href: string; all: string; children: ReactNode }

/** The beginning of a list, with the way to all of it. */
function ListCard({ id, title, href, all, children }: ListCardProps) {
  return (
    <Card flush aria-labelledby={id}>
      <div className="flex items-center justify-between gap-3 px-4 pt-3 sm:px-5">
        <h2 id={id} className="scroll-mt-24 text-lg font-semibold">
          {title}
        </h2>
        <Link
          href={href}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand-ink hover:underline"
        >
          {all}
        </Link>
      </div>
      {children}
    </Card>
  )
}

/** The last transactions; a card payment under way has the day it was made. */
function Latest({ lines, own }: { lines: readonly TransactionView[]; own: readonly CategoryView[] }) {
  const t = useTranslations('home')
  const tLine = useTranslations('transactions')
  const wordOf = (category: string) =>
    isBuiltInCategory(category) ? tLine(`categories.${category}`) : tLine('ownCategory')
  return (
    <ListCard id="latest-title" title={t('latest.title')} href="/transactions" all={t('latest.all')}>
      <ul className="divide-y divide-line">
        {lines.map(line => (
          <li key={`${line.accountId} ${line.key}`}>
            <Link
              href={addressOf(line)}
              className="flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-sunken focus-visible:-outline-offset-3 sm:px-5"
            >
              <LineMark line={line} own={own} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">
                  <LineName name={line.name} otherwise={wordOf(line.category)} />
                </span>
                <span className="block text-sm text-soft">
                  <DateText value={(line.booked ? null : openDay(line)) ?? line.day} />
                  {line.booked ? null : <> · {t('latest.pending')}</>}
                </span>
              </span>
              <Money value={line.amount} signed className="shrink-0 font-semibold" />
            </Link>
          </li>
        ))}
      </ul>
    </ListCard>
  )
}

type ComingProps = { glance: GlanceView; own: readonly CategoryView[] }

const shown = 4

/** What is due before payday, what else comes by then, and what is later; the largest first, with the sums. */
function Coming({ glance, own }: ComingProps) {
  const t = useTranslations('home.coming')
  const { coming } = glance
  return (
    <ListCard id="coming-title" title={t('title')} href="/insights#upcoming-title" all={t('all')}>
      {coming.length === 0 ? <p className="px-4 pb-4 text-soft sm:px-5">{t('none')}</p> : null}
      {coming.map(part => (
        <Part key={part.kind} part={part} glance={glance} own={own} />
      ))}
    </ListCard>
  )
}

function Part({ part, glance, own }: ComingProps & { part: ComingPart }) {
  const t = useTranslations('home.coming')
  const locale = useLocale()
  const { kind, day, sum, rows, rest: small } = part
  const { currency } = glance
  // A single further one is shown in place of the words for it.
  const count = rows.length > shown + 1 ? shown : rows.length
  const rest = rows.slice(count)
  return (
    <div className="border-t border-line first-of-type:border-0">
      <p className="flex justify-between gap-3 px-4 pt-2.5 text-sm text-soft sm:px-5">
        {t(kind, { day: formatDate(day, locale, 'near') })}
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
              {cards === null ? <bdi>{label || t('unnamed')}</bdi> : t('cards', { count: cards })}
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
