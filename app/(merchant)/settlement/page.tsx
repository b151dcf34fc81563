import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate, formatMoney, formatMonth } from '#components/format/text.ts'
import { BookAccountsForm } from '#components/merchant/book-accounts-form.tsx'
import { ExportCard } from '#components/merchant/export-card.tsx'
import { Card } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readBookAccounts } from '#lib/services/payments/book-accounts.ts'
import { readSettlement, settlementFormats } from '#lib/services/payments/settlement.ts'
import type { SettlementRow, SettlementView } from '#lib/views/merchant.ts'

export const generateMetadata = titleOf('merchant.settlement.title')

/** What came in and went out, day by day. */
export default memberPage(
  'settlement.read',
  ['failures', 'merchant'],
  async ({ organisation, mode, actor, query: { month: typed } }) => {
    const [t, accounts, view, locale] = await Promise.all([
      getTranslations('merchant.settlement'),
      readBookAccounts(actor),
      readSettlement(actor, typeof typed === 'string' ? typed : ''),
      getLocale(),
    ])
    const { month, before, after } = view
    const nameOf = (one: string) => formatMonth(one, locale)
    return (
      <>
        <PageHeader title={t('title')} lead={t('lead')} />
        <nav aria-label={t('months')} className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <ButtonLink href={`/settlement?month=${before}`} variant="secondary" size="small">
            {nameOf(before)}
          </ButtonLink>
          <h2 className="text-lg font-semibold first-letter:uppercase">{nameOf(month)}</h2>
          {after === null ? (
            <span className="w-24" />
          ) : (
            <ButtonLink href={`/settlement?month=${after}`} variant="secondary" size="small">
              {nameOf(after)}
            </ButtonLink>
          )}
        </nav>
        <Card flush>
          {view.days.length === 0 ? (
            <p className="px-5 py-6 text-soft sm:px-6">{t(`none.${mode}`)}</p>
          ) : (
            <Days view={view} month={nameOf(month)} />
          )}
        </Card>
        <p className="mt-3 max-w-3xl text-sm text-soft">{t('explained')}</p>
        {may(organisation.role, 'exports.read') ? (
          <ExportCard
            title={t('export')}
            text={t('exportText')}
            action="/settlement/export"
            formats={settlementFormats.map(format => [format, t(`formats.${format}`)])}
            query={{ month, mode, organisation: organisation.id }}
            note={t('accounts')}
          />
        ) : null}
        {may(organisation.role, 'reconciliation.write') ? (
          <BookAccountsForm organisation={organisation.id} accounts={accounts} />
        ) : null}
      </>
    )
  },
)

const columns = ['executed', 'transferred', 'received', 'short', 'unknown', 'refunded', 'net'] as const

function Days({ view, month }: { view: SettlementView; month: string }) {
  const t = useTranslations('merchant.settlement')
  const locale = useLocale()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: may scroll sideways, also by keyboard
    <section aria-label={t('table', { month })} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-[0.9375rem] max-sm:grid">
        <thead className="max-sm:hidden">
          <tr className="border-b border-line text-left text-sm text-soft">
            <th scope="col" className="px-5 py-3 font-medium sm:px-6">
              {t('day')}
            </th>
            {columns.map(column => (
              <th key={column} scope="col" className="px-3 py-3 text-right font-medium last:pr-5 sm:last:pr-6">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:grid">
          {view.days.map(({ day, ...row }) => (
            <Row key={`${day} ${row.currency}`} name={formatDate(day, locale)} row={row} />
          ))}
        </tbody>
        <tfoot className="border-t border-line font-semibold max-sm:grid">
          {view.totals.map(row => (
            <Row key={row.currency} name={t('total')} row={row} />
          ))}
        </tfoot>
      </table>
    </section>
  )
}

/** On a phone a list of its amounts, each with its name. */
function Row({ name, row }: { name: string; row: SettlementRow }) {
  const t = useTranslations('merchant.settlement.columns')
  const locale = useLocale()
  const { currency } = row
  return (
    <tr className="max-sm:grid max-sm:gap-1 max-sm:px-5 max-sm:py-3">
      <th scope="row" className="text-left font-medium whitespace-nowrap sm:px-6 sm:py-3">
        {name}
      </th>
      {columns.map(column => {
        const isNone = /^-?0\.0+$/.test(row[column])
        return (
          <td
            key={column}
            className={clsx(
              'tabular whitespace-nowrap sm:px-3 sm:py-3 sm:text-right sm:last:pr-6',
              isNone ? 'max-sm:hidden' : 'max-sm:flex max-sm:justify-between',
            )}
          >
            <span className="text-soft sm:hidden">{t(column)}</span>
            {isNone ? <span className="text-faint">—</span> : formatMoney({ amount: row[column], currency }, locale)}
          </td>
        )
      })}
    </tr>
  )
}
