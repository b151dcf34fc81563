import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { SharedHeader } from '#components/household/shared-header.tsx'
import { SharedLines } from '#components/household/shared-lines.tsx'
import { CategoryNames } from '#components/transactions/account-names.tsx'
import { lineWords } from '#components/transactions/line-words.ts'
import { Card } from '#components/ui/card.tsx'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readShared } from '#lib/services/household/shared-accounts.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'

export const generateMetadata = titleOf('household.account.metaTitle')

export default userPage(['household', ...lineWords], async ({ session: { userId }, id }) => {
  const account = await readShared({ userId }, id)
  const [{ categories }, lines, t] = await Promise.all([
    listCategories({ userId }),
    account.sees.transactions ? searchTransactions({ userId }, { ...noFilter, accounts: [account.id] }) : null,
    getTranslations('household.account'),
  ])
  return (
    <>
      <SharedHeader account={account} />
      {lines ? (
        <CategoryNames own={categories}>
          <SharedLines account={account} initial={lines} />
        </CategoryNames>
      ) : (
        <Card as="div" className="text-soft">
          {t('linesHidden', { name: account.ownerName })}
        </Card>
      )}
    </>
  )
})
