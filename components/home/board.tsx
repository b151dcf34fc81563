import { parisDay } from '@guichet/values/calendar/paris.ts'
import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CountBadge } from '#components/accounts/arrangement.tsx'
import { useAccountWords } from '#components/accounts/balance-words.ts'
import { stateTones } from '#components/connections/states.ts'
import { Iban } from '#components/format/iban.tsx'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { formatDate, formatMoney, nameCurrency } from '#components/format/text.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { FreshPage } from '#components/layout/fresh-page.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { PostButton, Spinner } from '#components/ui/button.tsx'
import { Badge, Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { closureOf } from '#lib/domain/accounts/closure.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { ConnectionState } from '#lib/domain/consent/connection.ts'
import type { AttentionView, BalanceView, CountedAccountView, HomeView } from '#lib/views/banking.ts'
import {
  type AccountBranch,
  type AccountGroup,
  findLastRead,
  groupAccounts,
  isReading,
  splitBranches,
} from './group-accounts.ts'
import { PutAway, PutAwayStatus } from './put-away.tsx'

type HomeBoardProps = {
  home: HomeView
  firstName: string
  /** The figures of the month, what comes, and the latest transactions. */
  wealth: ReactNode
  glance: ReactNode
  coming: ReactNode
  lines: ReactNode
}

/** What a person has, by bank, and what needs their attention. */
export function HomeBoard({ home, firstName, wealth, glance, coming, lines }: HomeBoardProps) {
  const t = useTranslations('home')
  const empty = home.accounts.length === 0
  const attentionCount = home.attention.length
  return (
    <div className="stack gap-4 sm:gap-8">
      <header>
        <div className="flex items-center justify-between gap-4">
          <h1 className="min-w-0 truncate text-2xl font-semibold sm:text-[2rem]">
            {t('greeting', { name: firstName })}
          </h1>
          {empty ? null : (
            <ButtonLink href="/transfers/new" icon={<Icon name="send" className="size-4.5" />} className="shrink-0">
              {t('send')}
            </ButtonLink>
          )}
        </div>
        {attentionCount > 0 ? (
          <a href="#attention-title" className="mt-1 inline-flex items-center gap-2 text-[0.9375rem] font-medium">
            <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
            <span className="link">{t('attentionCount', { count: attentionCount })}</span>
          </a>
        ) : null}
        {empty ? null : <Totals home={home} />}
        {wealth}
      </header>
      <FreshPage drawn={crypto.randomUUID()} isMoving={home.accounts.some(isReading)} />
      {empty ? null : glance}
      <AttentionList items={home.attention} />
      {isUnlinked(home) ? (
        <Welcome />
      ) : (
        <div className="stack items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:gap-8">
          <div className="min-w-0 empty:hidden lg:col-start-2">{empty ? null : coming}</div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <Accounts home={home} />
          </div>
          {lines}
        </div>
      )}
    </div>
  )
}

/** Whether no bank is linked and no link flow is waiting, which `attention` would show. */
function isUnlinked({ accounts, states, attention }: HomeView): boolean {
  return accounts.length === 0 && states.length === 0 && attention.every(({ kind }) => kind !== 'quarantined_link')
}

function Accounts({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const hidden = home.accounts.filter(account => account.hidden).length
  return (
    <section aria-labelledby="accounts-title" className="stack gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="accounts-title" className="text-xl">
          {t('accountsTitle')}
        </h2>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/accounts" variant="quiet" size="small">
            {t('arrange')}
          </ButtonLink>
          <ButtonLink href="/link" variant="quiet" size="small" icon={<Icon name="plus" className="size-4.5" />}>
            {t('linkAnother')}
          </ButtonLink>
        </div>
      </div>
      {groupAccounts(home.accounts).map(group => (
        <BankCard
          key={group.key}
          group={group}
          state={home.states.find(({ connectionId }) => connectionId === group.connectionId)?.state ?? null}
        />
      ))}
      {hidden > 0 ? (
        <p className="px-1 text-[0.9375rem] text-soft">
          <Link href="/accounts" className="link">
            {t('hiddenAccounts', { count: hidden })}
          </Link>
        </p>
      ) : null}
      {home.unconsentedCount > 0 ? (
        <p className="px-1 text-[0.9375rem] text-soft">
          {t('unconsented', { count: home.unconsentedCount })}{' '}
          <a href="/connections" className="link">
            {t('chooseWhich')}
          </a>
        </p>
      ) : null}
    </section>
  )
}

/** One sum per currency, never converted; each leads to the accounts it is the sum of. */
function Totals({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const locale = useLocale()
  return (
    <div className="mt-1.5 sm:mt-6">
      <dl className="flex flex-wrap items-end gap-x-12 gap-y-3">
        {home.totals.map((total, index) => (
          <div key={total.currency}>
            <dt className="text-[0.9375rem] text-soft">
              {t('totalIn', { currency: nameCurrency(total.currency, locale) })}
            </dt>
            <dd
              className={clsx(
                'leading-tight font-semibold tracking-[-0.035em]',
                index === 0 ? 'text-[2.5rem] sm:text-6xl' : 'text-3xl sm:text-4xl',
              )}
            >
              <Link href="/accounts" className="hover:underline">
                <Money value={total} display />
              </Link>
            </dd>
            {total.stale ? (
              <dd className="text-sm font-medium text-accent-ink">
                {t('stale', {
                  amount: formatMoney({ amount: total.stale.amount, currency: total.currency }, locale),
                  day: formatDate(total.stale.day, locale, 'near'),
                })}
              </dd>
            ) : null}
          </div>
        ))}
        {home.totals.length === 0 ? <div className="text-lg text-soft">{t('noTotal')}</div> : null}
      </dl>
      <p className="mt-1 flex flex-col gap-x-2 text-sm text-soft sm:mt-3 sm:flex-row">
        <Freshness home={home} />
        {home.accounts.some(({ kind }) => kind === 'card') ? (
          <>
            <span aria-hidden="true" className="hidden sm:inline">
              ·
            </span>
            <span>{t('totalNote')}</span>
          </>
        ) : null}
      </p>
    </div>
  )
}

function Freshness({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const [oldest = null] = home.totals.flatMap(({ readAt }) => readAt ?? []).sort()
  const words = home.accounts.some(isReading) ? t('syncing') : oldest === null ? t('neverUpdated') : null
  return <span role="status">{words ?? t.rich('updated', { when: () => <RelativeTime value={oldest ?? ''} /> })}</span>
}

const steps = ['choose', 'authenticate', 'tick'] as const

/** Home before the first bank is linked: how it works, and where to start. */
function Welcome() {
  const t = useTranslations('home.empty')
  return (
    <section className="grid items-center gap-8 rounded-3xl border border-line bg-surface p-7 sm:p-12 md:grid-cols-[1fr_auto]">
      <div className="max-w-lg">
        <h2 className="text-2xl tracking-[-0.025em] sm:text-3xl">{t('title')}</h2>
        <p className="mt-3 text-soft">{t('text')}</p>
        <ol className="mt-6 grid gap-2.5">
          {steps.map((step, index) => (
            <li key={step} className="flex items-center gap-3">
              <span
                aria-hidden="true"
                className="tabular grid h-8 w-7 place-items-center rounded-t-full border-b-2 border-brand bg-brand-tint text-sm font-bold text-brand-ink"
              >
                {index + 1}
              </span>
              {t(`steps.${step}`)}
            </li>
          ))}
        </ol>
        <ButtonLink href="/link" size="large" className="mt-8">
          {t('action')}
        </ButtonLink>
      </div>
      <EmptyCounter />
    </section>
  )
}

/** An illustration: the window of the logo with its blind half down. */
function EmptyCounter() {
  return (
    <svg
      viewBox="0 0 200 220"
      className="mx-auto hidden h-56 md:block"
      aria-hidden="true"
      focusable="false"
      fill="none"
    >
      <path d="M30 196V90a70 70 0 0 1 140 0v106z" className="fill-sunken" />
      <path d="M30 90a70 70 0 0 1 140 0v22H30z" className="fill-deep" />
      <path d="M42 66h116M34 82h132M30 98h140" className="stroke-deep-edge" strokeWidth="3" />
      <path d="M100 112v14" className="stroke-control" strokeWidth="3" />
      <circle cx="100" cy="131" r="5" className="fill-accent" />
      <path d="M12 200h176" className="stroke-deep" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}

/** What needs the person's attention, each with its next step. Empty if there is nothing. */
function AttentionList({ items }: { items: readonly AttentionView[] }) {
  const t = useTranslations('home')
  return (
    <PutAwayStatus done={t('putAwayDone')}>
      {items.length === 0 ? null : (
        <section aria-labelledby="attention-title">
          <h2 id="attention-title" className="mb-3 flex items-center gap-2.5 text-xl">
            <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
            {t('attentionTitle')}
          </h2>
          <ul className="divide-y divide-accent/30 rounded-2xl border border-accent/40 bg-accent-tint">
            {items.map(item => (
              <AttentionItem
                key={`${item.kind} ${item.accountId} ${item.connectionId} ${item.flowId} ${item.orderId} ${item.invitationId}`}
                item={item}
              />
            ))}
          </ul>
        </section>
      )}
    </PutAwayStatus>
  )
}

function AttentionItem({ item }: { item: AttentionView }) {
  const t = useTranslations('home')
  const values = { ...nameBank(item.bankName), days: item.daysLeft ?? 0, count: item.count ?? 1, name: item.name ?? '' }
  const title = t(`attention.${item.kind}.title`, values)
  const { noticeId, endedBy } = item
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-6 sm:py-5">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-semibold tracking-normal">{title}</h3>
        <p className="mt-0.5 text-[0.9375rem] text-soft">
          {endedBy === 'us' || endedBy === 'another_person'
            ? t(`attentionBy.${endedBy}`)
            : t(`attention.${item.kind}.text`, values)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <NextStep item={item} />
        {noticeId ? (
          <PutAway noticeId={noticeId} label={t('putAwayOf', { title })}>
            {t('putAway')}
          </PutAway>
        ) : null}
      </div>
    </li>
  )
}

const renewable: readonly AttentionView['kind'][] = ['renew_soon', 'expired', 'revoked', 'replaced']

/** Renewing redirects to the bank at once: a form, which works without JavaScript. */
function NextStep({ item }: { item: AttentionView }) {
  const t = useTranslations('home.attention')
  const label = (
    <>
      {t(`${item.kind}.action`)}
      {item.bankName || item.name ? <span className="sr-only">{` (${item.bankName || item.name})`}</span> : null}
    </>
  )
  if (item.connectionId !== undefined && renewable.includes(item.kind))
    return (
      <PostButton action={`/connections/${item.connectionId}/renew`} variant="secondary" size="small">
        {label}
      </PostButton>
    )
  return (
    <ButtonLink href={findNextStep(item)} variant="secondary" size="small">
      {label}
    </ButtonLink>
  )
}

function findNextStep({ kind, accountId, connectionId, flowId, orderId, invitationId }: AttentionView): string {
  if (accountId) return `/accounts/${accountId}`
  if (invitationId) return `/household/invitation?id=${invitationId}`
  if (kind === 'transfer_held') return orderId ? `/transfers/${orderId}` : '/transfers'
  if (kind === 'quarantined_link' && flowId) return `/link/resume/${flowId}`
  if (kind === 'own_transfers') return '/transactions/own-transfers'
  if (!connectionId) return '/connections'
  if (kind === 'cannot_link') return `/connections/${connectionId}#disconnect`
  const choosing = kind === 'finish_consent' || kind === 'new_accounts'
  return choosing ? `/connections/${connectionId}/consent` : `/connections/${connectionId}`
}

/** States shown next to the bank's name; the others are normal. */
const saidStates = ['renew_soon', 'quota_limited', 'resting', 'bank_down', 'expired', 'revoked', 'replaced'] as const

type BankCardProps = {
  group: AccountGroup
  /** Of the bank's connection; null for a group of the person's own. */
  state: ConnectionState | null
}

function BankCard({ group, state }: BankCardProps) {
  const t = useTranslations('home')
  const titleId = `bank-${group.key}`.replaceAll(' ', '-')
  const lastRead = findLastRead(group.branches.map(({ account }) => account))
  const said = saidStates.find(one => one === state)
  const [first, rest] = splitBranches(group.branches)
  const count = group.branches.filter(({ account }) => account.kind === 'account').length
  return (
    <Card flush aria-labelledby={titleId}>
      <header className="flex items-center gap-3.5 border-b border-line px-4 py-3 sm:px-6">
        {group.connectionId === null ? null : <BankLogo bank={group.bank} />}
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="truncate text-lg tracking-[-0.01em]">
            {group.name}
          </h3>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-soft">
            <span>
              {t('accountCount', { count })}
              {lastRead === null ? null : (
                <>
                  {' · '}
                  <RelativeTime value={lastRead} />
                </>
              )}
            </span>
            {said ? <Badge tone={stateTones[said]}>{t(`states.${said}`)}</Badge> : null}
          </p>
        </div>
        {group.connectionId === null ? null : (
          <Link
            href={`/connections/${group.connectionId}`}
            className="inline-flex min-h-11 items-center rounded-[10px] px-3 text-[0.9375rem] font-semibold text-brand-ink hover:bg-brand-tint"
          >
            <span className="sr-only">{t('manage', nameBank(group.bank.name))}</span>
            <span aria-hidden="true">{t('manageShort')}</span>
          </Link>
        )}
      </header>
      <Branches branches={first} namesBank={group.connectionId === null} />
      {rest.length > 0 ? (
        <Disclosure
          title={t('moreAccounts', { count: rest.length })}
          className="border-t border-line [&>summary]:px-4 sm:[&>summary]:px-6"
        >
          <Branches branches={rest} namesBank={group.connectionId === null} />
        </Disclosure>
      ) : null}
    </Card>
  )
}

type BranchesProps = { branches: readonly AccountBranch[]; namesBank: boolean }

function Branches({ branches, namesBank }: BranchesProps) {
  return (
    <ul className="divide-y divide-line">
      {branches.map(({ account, cards }) => (
        <li key={account.id}>
          <AccountRow account={account} namesBank={namesBank} />
          {cards.length > 0 ? (
            <ul>
              {cards.map(card => (
                <li key={card.id} className="border-t border-dashed border-line">
                  <AccountRow account={card} under />
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type AccountRowProps = { account: CountedAccountView; under?: boolean; namesBank?: boolean }

function AccountRow({ account, under = false, namesBank = false }: AccountRowProps) {
  return (
    <Link
      href={`/accounts/${account.id}`}
      className={clsx(
        'group flex min-h-16 items-center gap-3.5 py-3.5 pr-3 transition-colors hover:bg-sunken focus-visible:-outline-offset-3 sm:pr-4',
        under ? 'pl-8 sm:pl-12' : 'pl-4 sm:pl-6',
      )}
    >
      {account.kind === 'card' ? <Icon name="card" className="size-5 text-soft" /> : null}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-snug font-medium">{account.name}</span>
        <span className="block truncate text-sm text-soft">
          {namesBank ? <>{account.bank.name} · </> : null}
          {account.maskedIban ? <Iban value={account.maskedIban} masked /> : account.product}
        </span>
      </span>
      <Balance account={account} />
      <Icon name="chevronRight" className="size-4.5 text-control transition-[translate] group-hover:translate-x-0.5" />
    </Link>
  )
}

function Balance({ account }: { account: CountedAccountView }) {
  const t = useTranslations('home')
  const words = useAccountWords()
  const balance = account.mainBalance
  const closure = closureOf(account.sync)
  return (
    <span className="flex shrink-0 flex-col items-end text-right">
      {balance ? <Money value={balance.amount} className="text-lg font-semibold tracking-[-0.01em]" /> : null}
      <CountBadge account={account} />
      {closure ? (
        <Badge tone="warning">{t(`closures.${closure}`)}</Badge>
      ) : account.sync.state === 'failed' ? (
        <Badge tone="warning">{t('syncFailed')}</Badge>
      ) : isReading(account) ? (
        <span className="flex items-center gap-1.5 text-sm text-soft">
          <Spinner className="size-3.5" />
          {t('syncing')}
        </span>
      ) : balance ? (
        <span className="max-w-44 truncate text-sm text-soft sm:max-w-none">
          {account.kind === 'card' ? t('cardOutstanding') : words.balance(balance.type).name}
          {account.kind === 'account' && isOfAnotherDay(balance) ? (
            <span className="hidden sm:inline">
              {' · '}
              <DateText value={balance.referenceDate ?? ''} />
            </span>
          ) : null}
        </span>
      ) : (
        <span className="text-sm text-soft">{t(account.may.balances ? 'balanceNotRead' : 'balanceNotAllowed')}</span>
      )}
    </span>
  )
}

/** Whether a balance is of another day than its reading, which the bank's head shows. */
function isOfAnotherDay({ referenceDate, readAt }: BalanceView): boolean {
  return referenceDate !== null && referenceDate !== parisDay(new Date(readAt))
}
