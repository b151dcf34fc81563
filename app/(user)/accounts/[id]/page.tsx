import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { orNotFound } from '#app/(user)/connections/found.ts'
import { pathOf, queryOf } from '#app/read-request.ts'
import { BalanceCurve } from '#components/accounts/balance-curve.tsx'
import { BalanceList } from '#components/accounts/balance-list.tsx'
import { CardExplained } from '#components/accounts/card-explained.tsx'
import { AccountFacts } from '#components/accounts/facts.tsx'
import { AccountHeader } from '#components/accounts/header.tsx'
import { AccountNotices } from '#components/accounts/notices.tsx'
import { RefreshButton } from '#components/accounts/refresh-button.tsx'
import { UpcomingCard } from '#components/accounts/upcoming-card.tsx'
import { QuotaCard } from '#components/connections/quota-card.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { TransactionsAbsent } from '#components/transactions/absent.tsx'
import { TransactionList } from '#components/transactions/list.tsx'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readAccountMoney } from '#lib/services/accounts/day-balances.ts'
import { readAccount } from '#lib/services/accounts/read.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { listTransactions } from '#lib/services/transactions/list.ts'
import { requireSession } from '#lib/session.ts'

type AccountPageProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

/** No name of an account in a title: it would stand in the browser's history. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('accounts')
  return { title: t('kinds.account') }
}

export default async function AccountPage({ params, searchParams }: AccountPageProps) {
  const { userId } = await requireSession()
  const { id } = await pathOf(params, 'id')
  const account = await orNotFound(readAccount(userId, id))
  const asked = await queryOf(searchParams)
  const q = typeof asked.q === 'string' ? asked.q.trim().slice(0, 100) : ''
  const cursor = typeof asked.cursor === 'string' ? asked.cursor : undefined
  const [connection, { categories }, money, transactions] = await Promise.all([
    readConnection(userId, account.connectionId),
    listCategories(userId),
    readAccountMoney(userId, id),
    account.may.transactions ? listTransactions(userId, id, { q: q || undefined, cursor }) : null,
  ])
  const alive = connection.state === 'active' || connection.state === 'renew_soon'
  const cards = connection.accounts.filter(other => other.linkedAccountId === id)
  const backing = connection.accounts.find(other => other.id === account.linkedAccountId) ?? null
  return (
    <ClientWords areas={['accounts', 'failures', 'transactions']}>
      <AccountHeader
        account={account}
        refresh={alive ? <RefreshButton connectionId={account.connectionId} bankName={account.bank.name} /> : null}
      />
      <AccountNotices account={account} connection={connection} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] xl:gap-x-8">
        {money.curve && money.curve.past.length > 1 ? <BalanceCurve curve={money.curve} /> : null}
        <div className="grid grid-cols-1 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {account.kind === 'card' ? <CardExplained card={account} backing={backing} /> : null}
          {account.upcoming ? <UpcomingCard upcoming={account.upcoming} /> : null}
          <BalanceList account={account} />
          <AccountFacts account={account} cards={cards} />
          {alive && account.quota ? <QuotaCard quota={account.quota} /> : null}
        </div>
        <div className="min-w-0 lg:col-start-1">
          {transactions && (account.sync.lastAt || transactions.total > 0 || q) ? (
            <TransactionList
              accountId={id}
              version={`${account.sync.lastAt} ${cursor ?? ''}`}
              query={q}
              categories={categories}
              initial={transactions}
              closing={cursor ? null : money.closing}
            />
          ) : (
            <TransactionsAbsent account={account} />
          )}
        </div>
      </div>
    </ClientWords>
  )
}
