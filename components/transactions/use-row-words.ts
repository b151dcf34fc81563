import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import type { TransactionView } from '#lib/views/banking.ts'
import type { CategoryView } from '#lib/views/category.ts'
import { useAccountNames } from './account-names.tsx'
import { useStatusWord } from './status-word.ts'
import { useCategoryName, useOwnCategories } from './use-categories.ts'

export type RowWords = {
  readonly own: readonly CategoryView[]
  /** Of one that is not booked, without any date. */
  readonly noDay: string
  readonly category: (transaction: TransactionView) => string
  /** Its category, or its status while it is not booked. */
  readonly categoryOrStatus: (transaction: TransactionView) => string
  readonly marks: (transaction: TransactionView) => readonly string[]
  /** The transaction's account; null on an account's own page, and where there is only one. */
  readonly account: (transaction: TransactionView) => string | null
}

/** Texts of transactions besides their amounts, prepared once per list so that its rows need no hooks. */
export function useRowWords(): RowWords {
  const t = useTranslations('transactions')
  const own = useOwnCategories()
  const categoryName = useCategoryName()
  const statusWord = useStatusWord()
  const accounts = useAccountNames()
  return useMemo(() => {
    const paired = ({ pairedAccountId }: TransactionView) =>
      pairedAccountId && t(accounts.get(pairedAccountId)?.kind === 'card' ? 'pairedCard' : 'paired')
    // Between own accounts there is nothing to file.
    const categoryOf = (line: TransactionView) =>
      (line.category === 'to_file' && paired(line)) || categoryName(line.category)
    const categoryOrStatus = (line: TransactionView) => (line.booked ? categoryOf(line) : statusWord(line))
    return {
      own,
      noDay: t('noDay'),
      category: ({ category }) => categoryName(category),
      categoryOrStatus,
      marks: line =>
        [
          paired(line) ?? '',
          line.imported ? t('imported') : '',
          line.parts ? t('yours.isSplit') : '',
          line.leftOut ? t('yours.isLeftOut') : '',
          ...line.tags.map(tag => `#${tag}`),
        ].filter(mark => mark !== '' && mark !== categoryOrStatus(line)),
      account: ({ accountId }) => (accounts.size > 1 ? (accounts.get(accountId)?.name ?? null) : null),
    }
  }, [t, own, categoryName, statusWord, accounts])
}
