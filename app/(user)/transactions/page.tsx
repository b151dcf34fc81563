import { parisDay } from '@guichet/values/calendar/paris.ts'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { queryIn } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { CategoryNames } from '#components/transactions/account-names.tsx'
import { TransactionBrowser } from '#components/transactions/browser.tsx'
import { TransactionsHead } from '#components/transactions/head.tsx'
import { lineWords } from '#components/transactions/line-words.ts'
import { now } from '#lib/clock.ts'
import { periods, spanOf } from '#lib/domain/accounts/period.ts'
import { readFilter } from '#lib/domain/accounts/read-filter.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { listAccountNames } from '#lib/services/accounts/names.ts'
import { listSharedNames } from '#lib/services/household/shared-accounts.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import { listTags } from '#lib/services/transactions/one.ts'

export const generateMetadata = titleOf('transactions.title')

export default userPage(lineWords, async ({ session: { userId, locale }, query: asked }) => {
  const query = queryIn(asked)
  const { filter } = readFilter(query, locale)
  const [accounts, shared, { categories }, initial, tags] = await Promise.all([
    listAccountNames({ userId }),
    listSharedNames({ userId }),
    listCategories({ userId }),
    searchTransactions({ userId }, filter, query.get('cursor') ?? undefined),
    listTags({ userId }),
  ])
  const household = await getTranslations('household')
  const ofOthers = shared.map(({ bank, ...account }) => ({
    ...account,
    bank: `${bank} · ${household('sharedBy', { name: account.sharedBy })}`,
  }))
  return (
    <CategoryNames own={categories}>
      <TransactionsHead current="list" />
      <TransactionBrowser
        accounts={[...accounts, ...ofOthers]}
        filter={filter}
        initial={initial}
        tags={tags}
        periods={periods.map(period => [period, spanOf(period, parisDay(now()))])}
      />
    </CategoryNames>
  )
})
