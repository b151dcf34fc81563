import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { RecurringList } from '#components/insights/recurring-list.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readRegular } from '#lib/services/accounts/insights.ts'

export const generateMetadata = titleOf('insights.recurring.title')

export default userPage(['failures', 'insights', 'transactions'], async ({ session: { userId }, one }) => {
  const [view, { categories: own }] = await Promise.all([
    readRegular({ userId }, { currency: one('currency') ?? undefined }),
    listCategories({ userId }),
  ])
  const t = await getTranslations('insights')
  return (
    <>
      <PageHeader
        title={t('recurring.title')}
        lead={t('recurring.lead')}
        steps={[{ href: `/insights?${new URLSearchParams({ currency: view.currency })}`, label: t('title') }]}
      />
      <RecurringList view={view} currency={view.currency} own={own} />
    </>
  )
})
