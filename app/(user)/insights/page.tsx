import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { BalanceCard } from '#components/insights/balance-card.tsx'
import { BudgetCard } from '#components/insights/budget-card.tsx'
import { CategoryCard } from '#components/insights/category-card.tsx'
import { ForecastCard } from '#components/insights/forecast-card.tsx'
import { MonthCard } from '#components/insights/month-card.tsx'
import { RecurringCard } from '#components/insights/recurring-list.tsx'
import { UpcomingCard } from '#components/insights/upcoming-card.tsx'
import { CategoryNames } from '#components/transactions/account-names.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { budgetCurrency } from '#lib/domain/accounts/budget.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readInsights } from '#lib/services/accounts/insights.ts'
import { readSharedBudgets } from '#lib/services/household/shared-budgets.ts'

export const generateMetadata = titleOf('insights.title')

export default userPage(['failures', 'insights', 'transactions'], async ({ session: { userId }, query: asked }) => {
  const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)
  const [view, { categories: own }, shared] = await Promise.all([
    readInsights({ userId }, { currency: one(asked.currency), month: one(asked.month) }),
    listCategories({ userId }),
    readSharedBudgets({ userId }),
  ])
  const t = await getTranslations('insights')
  const { currency, currencies } = view
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      {currencies.length > 1 ? (
        <nav aria-label={t('currencies')} className="mb-6 flex flex-wrap gap-2">
          {currencies.map(code => (
            <Link
              key={code}
              href={`/insights?currency=${code}`}
              aria-current={code === currency ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-control px-4 font-medium aria-[current=page]:border-brand aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-ink"
            >
              {code}
            </Link>
          ))}
        </nav>
      ) : null}
      {currency === null ? (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} action={<ButtonLink href="/link">{t('emptyAction')}</ButtonLink>}>
            {t('emptyText')}
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <div className="grid grid-cols-1 gap-6">
            <CategoryCard view={view} currency={currency} own={own} />
            {currency === budgetCurrency ? (
              <CategoryNames own={own}>
                <BudgetCard
                  budgets={[...view.budgets, ...shared.budgets]}
                  today={view.today}
                  canShare={shared.canShare}
                />
              </CategoryNames>
            ) : null}
          </div>
          <div className="grid grid-cols-1 gap-6">
            <ForecastCard view={view} currency={currency} />
            <MonthCard view={view} currency={currency} />
            <BalanceCard view={view} currency={currency} account={one(asked.account)} />
          </div>
          <UpcomingCard view={view} currency={currency} />
          <RecurringCard view={view} currency={currency} own={own} />
        </div>
      )}
    </>
  )
})
