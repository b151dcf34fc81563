import { useMessages, useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { isKey } from '#components/format/text.ts'
import type { CategoryView } from '#lib/views/category.ts'
import { useOwnCategories } from './account-names.tsx'

/** A category's name: built-in, or the person's own. */
export function useCategoryName(): (category: string) => string {
  return useCategoryNameAmong(useOwnCategories())
}

/** The same where the person's own categories are known, as on the server. */
export function useCategoryNameAmong(own: readonly CategoryView[]): (category: string) => string {
  const t = useTranslations('transactions')
  const builtIn = useMessages().transactions.categories
  return useCallback(
    category =>
      isKey(builtIn, category)
        ? t(`categories.${category}`)
        : (own.find(({ id }) => id === category)?.name ?? t('ownCategory')),
    [t, own, builtIn],
  )
}
