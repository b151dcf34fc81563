import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { CategoryMonthsCards, CategoryTitle } from '#components/insights/category-months.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import { topOf } from '#lib/domain/accounts/sub-category.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readCategoryMonths } from '#lib/services/accounts/category-months.ts'

export const generateMetadata = titleOf('insights.categories.title')

export default userPage(['insights', 'transactions'], async ({ session: { userId }, part, one }) => {
  const category = part('category')
  const direction = one('direction') === 'in' ? 'in' : 'out'
  const [view, { categories: own }] = await Promise.all([
    readCategoryMonths(
      { userId },
      {
        category,
        direction,
        month: one('month') ?? undefined,
        currency: one('currency') ?? undefined,
      },
    ),
    listCategories({ userId }),
  ])
  const [t, tLine] = await Promise.all([getTranslations('insights'), getTranslations('transactions')])
  const top = topOf(category)
  const shown = new URLSearchParams({ currency: view.currency, month: view.month, direction })
  return (
    <>
      <PageHeader
        title={<CategoryTitle category={category} own={own} />}
        steps={[
          {
            href: `/insights?${new URLSearchParams({ currency: view.currency, month: view.month })}`,
            label: t('title'),
          },
          ...(top === category || !isBuiltInCategory(top)
            ? []
            : [{ href: `/insights/${top}?${shown}`, label: tLine(`categories.${top}`) }]),
        ]}
      />
      <CategoryMonthsCards view={view} category={category} direction={direction} own={own} />
    </>
  )
})
