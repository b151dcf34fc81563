import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { CategoryNames } from '#components/transactions/account-names.tsx'
import { TransactionsHead } from '#components/transactions/head.tsx'
import { OwnCategories } from '#components/transactions/own-categories.tsx'
import { RuleBoard } from '#components/transactions/rule-board.tsx'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { listAccountNames } from '#lib/services/accounts/names.ts'
import { listRules } from '#lib/services/accounts/rules.ts'

export const generateMetadata = titleOf('rules.title')

export default userPage(['failures', 'rules', 'transactions'], async ({ session: { userId } }) => {
  const [{ rules }, { categories }, accounts] = await Promise.all([
    listRules({ userId }),
    listCategories({ userId }),
    listAccountNames({ userId }),
  ])
  return (
    <CategoryNames own={categories}>
      <TransactionsHead current="rules" />
      <RuleBoard rules={rules} accounts={accounts} />
      <OwnCategories />
    </CategoryNames>
  )
})
