import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AccountNames, CategoryNames } from '#components/transactions/account-names.tsx'
import { TransactionDetails } from '#components/transactions/details.tsx'
import { TransactionForms } from '#components/transactions/forms.tsx'
import { lineWords } from '#components/transactions/line-words.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { listAccountNames } from '#lib/services/accounts/names.ts'
import { readOwnTransfer } from '#lib/services/accounts/own-transfer.ts'
import { listSharedNames } from '#lib/services/household/shared-accounts.ts'
import { readTransaction } from '#lib/services/transactions/one.ts'
import { findTransferOf } from '#lib/services/transfers/read.ts'
import { lastTyped } from '#lib/session.ts'

/** The title contains no name, because it would be stored in the browser's history. */
export const generateMetadata = titleOf('accounts.transactions.detailsTitle')

export default userPage(lineWords, async ({ session: { userId }, id, one }) => {
  const detail = await readTransaction({ userId }, id)
  const { line, isOwn } = detail
  const [accounts, shared, { categories }, ownTransfer, orderId, t, title] = await Promise.all([
    listAccountNames({ userId }),
    listSharedNames({ userId }),
    listCategories({ userId }),
    isOwn && line.booked ? readOwnTransfer({ userId }, line) : null,
    line.endToEndId ? findTransferOf({ userId }, line.endToEndId) : null,
    getTranslations('transactions'),
    getTranslations('accounts.transactions'),
  ])
  const field = one('field')
  const typed = field === null ? {} : await lastTyped()
  return (
    <AccountNames accounts={[...accounts, ...shared]}>
      <CategoryNames own={categories}>
        <PageHeader title={title('detailsTitle')} steps={[{ href: '/transactions', label: t('title') }]} />
        <div className="grid gap-6">
          {one('notice') === 'saved' ? (
            <Alert tone="success" announce="polite">
              {t('yours.saved')}
            </Alert>
          ) : null}
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <Card as="div">
              <TransactionDetails transaction={line} ownTransfer={ownTransfer} orderId={orderId} isWhole />
            </Card>
            <TransactionForms detail={detail} wrong={field} typed={typed} />
          </div>
        </div>
      </CategoryNames>
    </AccountNames>
  )
})
