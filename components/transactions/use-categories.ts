import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { readJson } from '#components/query/fetch-json.ts'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import type { CategoryList, CategoryView } from '#lib/views/category.ts'

const none: readonly CategoryView[] = []

/** The person's own categories; one request for all components. */
export function useOwnCategories(initial?: readonly CategoryView[]): readonly CategoryView[] {
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => readJson<CategoryList>('/api/categories', signal),
    staleTime: 300_000,
    ...(initial ? { initialData: { categories: [...initial] } } : {}),
  })
  return data?.categories ?? none
}

/** A category's name: built-in, or the person's own. */
export function useCategoryName(): (category: string) => string {
  return useCategoryNameAmong(useOwnCategories())
}

/** The same where the person's own categories are known, as on the server. */
export function useCategoryNameAmong(own: readonly CategoryView[]): (category: string) => string {
  const t = useTranslations('transactions')
  return useCallback(
    category =>
      isBuiltInCategory(category)
        ? t(`categories.${category}`)
        : (own.find(({ id }) => id === category)?.name ?? t('ownCategory')),
    [t, own],
  )
}
