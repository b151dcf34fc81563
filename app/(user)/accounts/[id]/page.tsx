import { headers } from 'next/headers'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { BalanceCurve } from '#components/accounts/balance-curve.tsx'
import { BalanceList } from '#components/accounts/balance-list.tsx'
import { CardExplained } from '#components/accounts/card-explained.tsx'
import { AccountFacts } from '#components/accounts/facts.tsx'
import { RefreshButton } from '#components/accounts/refresh-button.tsx'
import { TakenBack } from '#components/accounts/taken-back.tsx'
import { AccountHead } from '#components/accounts/top.tsx'
import { QuotaLine } from '#components/connections/quota-line.tsx'
import { useStoredReason } from '#components/failures/told.tsx'
import { Iban } from '#components/format/iban.tsx'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { DateText, Money } from '#components/format/value.tsx'
import { AccountNames, CategoryNames } from '#components/transactions/account-names.tsx'
import { lineWords } from '#components/transactions/line-words.ts'
import { TransactionList } from '#components/transactions/list.tsx'
import { Alert, Badge, Card } from '#components/ui/card.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { RowDisclosure } from '#components/ui/disclosure.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { closureOf } from '#lib/domain/accounts/closure.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { nameBrowser } from '#lib/domain/requests/name-browser.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readAccountMoney } from '#lib/services/accounts/day-balances.ts'
import { type AccountRead, readAccount } from '#lib/services/accounts/read.ts'
import { findBeside } from '#lib/services/accounts/view.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import type { AccountMoney } from '#lib/views/account-money.ts'
import type { AccountView } from '#lib/views/banking.ts'
import type { QuotaView } from '#lib/views/quota.ts'

/** The title contains no account name, because it would be stored in the browser's history. */
export const generateMetadata = titleOf('accounts.kinds.account')

export default userPage(['accounts.refresh', ...lineWords], async ({ session: { userId }, id, query: asked }) => {
  const rows = await findBeside({ userId }, id)
  const account = await readAccount({ userId }, id, rows)
  const q = typeof asked.q === 'string' ? asked.q.trim().slice(0, 100) : ''
  const cursor = typeof asked.cursor === 'string' ? asked.cursor : undefined
  const own = { ...noFilter, accounts: [id], q }
  const [{ categories }, money, browser, transactions, t] = await Promise.all([
    listCategories({ userId }),
    readAccountMoney({ userId }, id, rows),
    headers().then(sent => nameBrowser(sent.get('user-agent'))),
    account.may.transactions ? searchTransactions({ userId }, own, cursor) : null,
    getTranslations('accounts.refresh'),
  ])
  const { beside, state, takenBack } = account
  const alive = state === 'active' || state === 'renew_soon'
  const cards = beside.filter(other => other.linkedAccountId === id)
  const others = beside.flatMap(({ bank, name, kind, ...other }) =>
    other.id === id ? [] : { id: other.id, name, kind, bank: bank.name },
  )
  const curve = money.curve && money.curve.past.length > 1 ? money.curve : null
  const backing = beside.find(other => other.id === account.linkedAccountId) ?? null
  return (
    <>
      <AccountHeader
        account={account}
        refresh={
          alive ? (
            <RefreshButton connectionId={account.connectionId} running={t('running', nameBank(account.bank.name))} />
          ) : null
        }
      />
      <AccountNotices account={account} />
      <TakenBack accountId={id} lines={takenBack} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] xl:gap-x-8">
        <div className={`min-w-0 lg:col-start-1 ${curve ? 'lg:row-start-2' : ''}`}>
          {transactions && (account.sync.lastAt || transactions.total > 0 || q) ? (
            <AccountNames accounts={others}>
              <CategoryNames own={categories}>
                <TransactionList
                  accountId={id}
                  version={`${account.sync.lastAt} ${cursor ?? ''}`}
                  query={q}
                  initial={transactions}
                  closing={cursor ? null : money.closing}
                />
              </CategoryNames>
            </AccountNames>
          ) : (
            <TransactionsAbsent account={account} />
          )}
        </div>
        {curve ? <BalanceCurve curve={curve} /> : null}
        <div id="about" className="grid scroll-mt-24 grid-cols-1 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {account.kind === 'card' ? <CardExplained card={account} backing={backing} /> : null}
          {money.upcoming ? <UpcomingCard upcoming={money.upcoming} /> : null}
          <BalanceList account={account} isFolded={browser.mobile} />
          <AccountFacts account={account} cards={cards} />
          {alive && account.quota ? <QuotaCard quota={account.quota} isFolded={browser.mobile} /> : null}
        </div>
      </div>
    </>
  )
})

/** The balance after announced debits; today's is shown above. */
function UpcomingCard({ upcoming }: { upcoming: NonNullable<AccountMoney['upcoming']> }) {
  const t = useTranslations('leaving.upcoming')
  return (
    <Card titleId="upcoming-title" title={t('title')}>
      <p className="mt-2 text-2xl font-semibold">
        <Money value={upcoming.after} className="proportional-nums!" />
      </p>
      <p className="mt-1 text-[0.9375rem]">
        {upcoming.count === 0
          ? t('none')
          : t.rich('some', { count: upcoming.count, sum: () => <Money value={upcoming.debits} /> })}{' '}
        {t.rich('until', { date: () => <DateText value={upcoming.until} /> })}
      </p>
      <p className="mt-2 text-sm text-soft">{t('how')}</p>
    </Card>
  )
}

/** The unattended readings of one account, as a card. */
function QuotaCard({ quota, isFolded }: { quota: QuotaView; isFolded: boolean }) {
  const t = useTranslations('quota')
  const title = (
    <h2 id="quota-title" className="text-lg font-semibold">
      {t('title')}
    </h2>
  )
  const line = (
    <div className="px-5 pb-5 text-[0.9375rem] sm:px-6">
      <QuotaLine quota={quota} />
    </div>
  )
  return (
    <Card flush aria-labelledby="quota-title">
      {isFolded ? (
        <RowDisclosure row={title}>{line}</RowDisclosure>
      ) : (
        <>
          <div className="px-5 pt-5 pb-3 sm:px-6">{title}</div>
          {line}
        </>
      )}
    </Card>
  )
}

/** Why no transactions are shown: not allowed, or not read yet. */
function TransactionsAbsent({ account }: { account: AccountView }) {
  const t = useTranslations('accounts')
  const allowed = account.may.transactions
  const closure = closureOf(account.sync)
  return (
    <Card as="div">
      <EmptyState
        title={t(
          allowed
            ? closure
              ? 'transactions.emptyTitle'
              : 'transactions.notReadTitle'
            : 'transactions.notAllowedTitle',
        )}
        action={
          allowed ? null : (
            <ButtonLink href={`/connections/${account.connectionId}/consent`} variant="secondary">
              {t('allow')}
            </ButtonLink>
          )
        }
      >
        {t(
          allowed ? (closure ? 'transactions.closedText' : 'transactions.notReadText') : 'transactions.notAllowedText',
        )}
      </EmptyState>
    </Card>
  )
}

/** The account's name, balance, and time of the last refresh. */
function AccountHeader({ account, refresh }: { account: AccountView; refresh: ReactNode }) {
  const t = useTranslations('accounts')
  const { mainBalance: main, sync, kind, iban, timeline } = account
  // The sum of several debits is due on none of their days.
  const day = (timeline?.coming.length ?? 0) > 1 ? null : main?.referenceDate
  return (
    <AccountHead
      account={account}
      back={t('back')}
      line={
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
          <Link href={`/connections/${account.connectionId}`} className="hover:text-ink hover:underline">
            {account.bank.name}
          </Link>
          {kind === 'card' ? <Badge tone="info">{t('card')}</Badge> : null}
        </p>
      }
      balanceLabel={
        <p className="text-sm text-soft">
          {t(kind === 'card' ? 'mainOutstanding' : 'mainBalance')}
          {day ? <> {t.rich('balanceOnRich', { date: () => <DateText value={day} /> })}</> : null}
        </p>
      }
      noBalance={t('noBalance')}
      readAt={
        sync.lastAt
          ? t.rich('readAtRich', { when: () => <RelativeTime value={sync.lastAt ?? ''} /> })
          : closureOf(sync)
            ? null
            : t('readNever')
      }
    >
      {iban ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-1.5">
          <span className="sr-only">{t('ibanLabel')}</span>
          <Iban value={iban} className="text-sm font-medium sm:text-base" />
          <CopyButton
            value={iban.replace(/\s/g, '')}
            words={{ copy: t('copyIban'), copied: t('copied'), failed: t('copyFailed') }}
          />
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        {refresh}
        <a href="#about" className="link text-[0.9375rem] lg:hidden">
          {t('aboutLink')}
        </a>
      </div>
    </AccountHead>
  )
}

const ended = ['expired', 'revoked', 'replaced', 'disconnected'] as const

/** Why the data may be outdated, if so. */
function AccountNotices({ account }: { account: AccountRead }) {
  const t = useTranslations('accounts')
  const explain = useStoredReason()
  const end = ended.find(state => state === account.state)
  const reason = account.sync.state === 'failed' ? explain(account.sync.error ?? 'our_fault') : null
  const tFacts = useTranslations('leaving.facts')
  const { goneSince } = account
  const { unreadableRows, unreadableBalances } = account.sync
  if (!end && !reason && goneSince === null && unreadableRows + unreadableBalances === 0) return null
  return (
    <div className="mb-6 grid gap-3">
      {goneSince ? (
        <Alert tone="warning" title={tFacts('goneTitle')}>
          {tFacts.rich('goneText', { date: () => <DateText value={goneSince} /> })}
        </Alert>
      ) : null}
      {end ? (
        <Alert
          tone="warning"
          action={
            <ButtonLink href={`/connections/${account.connectionId}`} variant="secondary" size="small">
              {t('ended.action')}
            </ButtonLink>
          }
        >
          {t(`ended.${end}`, nameBank(account.bank.name))}
        </Alert>
      ) : null}
      {reason && closureOf(account.sync) ? (
        <Alert tone="warning" title={reason.title}>
          {reason.sentence} {reason.next}
        </Alert>
      ) : reason ? (
        <Alert tone="warning" title={t('syncFailed')}>
          <p>
            <strong className="font-semibold">{reason.title}.</strong> {reason.sentence}
          </p>
          <p className="mt-1">{reason.next}</p>
        </Alert>
      ) : null}
      {unreadableRows > 0 ? <Alert>{t('unreadable', { count: unreadableRows })}</Alert> : null}
      {unreadableBalances > 0 ? <Alert>{t('unreadableBalances', { count: unreadableBalances })}</Alert> : null}
    </div>
  )
}
