import { parisDay } from '@guichet/values/calendar/paris.ts'
import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useAccountWords } from '#components/accounts/balance-words.ts'
import { stateTones } from '#components/connections/states.ts'
import { DateText, Iban, Money, RelativeTime } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Spinner } from '#components/ui/button.tsx'
import { Badge, Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { closureOf } from '#lib/domain/accounts/closure.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { ConnectionState } from '#lib/domain/consent/connection.ts'
import type { AccountView, BalanceView } from '#lib/views/banking.ts'
import { type AccountBranch, type AccountGroup, findLastRead, isReading, splitBranches } from './group-accounts.ts'

/** States shown next to the bank's name; the others are normal. */
const saidStates = ['renew_soon', 'quota_limited', 'resting', 'bank_down', 'expired', 'revoked', 'replaced'] as const

type BankCardProps = {
  group: AccountGroup
  /** Of the bank's connection; null for a group of the person's own. */
  state: ConnectionState | null
}

export function BankCard({ group, state }: BankCardProps) {
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

type AccountRowProps = { account: AccountView; under?: boolean; namesBank?: boolean }

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

function Balance({ account }: { account: AccountView }) {
  const t = useTranslations('home')
  const words = useAccountWords()
  const balance = account.mainBalance
  const closure = closureOf(account.sync)
  return (
    <span className="flex shrink-0 flex-col items-end text-right">
      {balance ? <Money value={balance.amount} className="text-lg font-semibold tracking-[-0.01em]" /> : null}
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
