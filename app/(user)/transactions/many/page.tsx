import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { queryIn } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { CategoryNames } from '#components/transactions/account-names.tsx'
import { lineWords } from '#components/transactions/line-words.ts'
import { ManyForm } from '#components/transactions/many-form.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readFilter } from '#lib/domain/accounts/read-filter.ts'
import { writeFilter } from '#lib/domain/accounts/transaction-query.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { listAccountNames } from '#lib/services/accounts/names.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import { listTags } from '#lib/services/transactions/one.ts'
import { lastTyped } from '#lib/session.ts'
import { markOf } from './mark-of.ts'

export const generateMetadata = titleOf('transactions.many.title')

/** The booked transactions of a filter, as boxes. */
export default userPage(lineWords, async ({ session: { userId, locale }, query, one }) => {
  const { filter } = readFilter(queryIn(query), locale)
  const wish = { ...filter, status: 'booked' as const }
  const [accounts, { categories }, tags, first, t] = await Promise.all([
    listAccountNames({ userId }),
    listCategories({ userId }),
    listTags({ userId }),
    searchTransactions({ userId }, wish),
    getTranslations('transactions'),
  ])
  const next = first.nextCursor === null ? null : await searchTransactions({ userId }, wish, first.nextCursor)
  const own = new Set(accounts.map(account => account.id))
  const lines = [...first.booked, ...(next?.booked ?? [])].filter(line => own.has(line.accountId))
  const asked = writeFilter(filter).toString()
  const wrong = one('field')
  const typed = wrong === null ? null : await lastTyped()
  const marks = new Set(typed?.ids?.split(' '))
  return (
    <>
      <PageHeader
        title={t('many.title')}
        lead={t('many.lead')}
        steps={[{ href: asked ? `/transactions?${asked}` : '/transactions', label: t('title') }]}
      />
      <CategoryNames own={categories}>
        <ManyForm
          lines={lines}
          total={first.total}
          accounts={accounts}
          categories={categories}
          tags={tags}
          asked={asked}
          isAll={one('all') !== null}
          refused={typed && { ...typed, ids: lines.flatMap(({ id }) => (marks.has(markOf(id)) ? [id] : [])) }}
          changed={one('changed')}
          wrong={wrong}
        />
      </CategoryNames>
    </>
  )
})
