import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { TransactionsHead } from '#components/transactions/head.tsx'
import { ImportHistory } from '#components/transactions/import-history.tsx'
import { ImportPanel } from '#components/transactions/import-panel.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { listImports } from '#lib/services/accounts/imports.ts'
import { listAccountNames } from '#lib/services/accounts/names.ts'

export const generateMetadata = titleOf('imports.title')

export default userPage(['failures', 'imports', 'transactions'], async ({ session: { userId } }) => {
  const [accounts, { imports }] = await Promise.all([listAccountNames({ userId }), listImports({ userId })])
  const t = await getTranslations('imports')
  return (
    <>
      <TransactionsHead current="imports" />
      {accounts.length > 0 ? (
        <ImportPanel accounts={accounts} />
      ) : (
        <Card as="div">
          <EmptyState title={t('title')}>{t('noAccounts')}</EmptyState>
        </Card>
      )}
      <ImportHistory imports={imports} accounts={accounts} />
    </>
  )
})
