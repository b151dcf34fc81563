import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DateText, RelativeTime } from '#components/format/date.tsx'
import { Iban } from '#components/format/iban.tsx'
import { Money } from '#components/format/money.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { AccountView } from '#lib/domain/views.ts'
import { CopyIban } from './copy-iban.tsx'

/** Which account this is, what is on it, and since when we know. */
export function AccountHeader({ account, refresh }: { account: AccountView; refresh: ReactNode }) {
  const t = useTranslations('accounts')
  return (
    <header className="mb-6">
      <Link
        href="/home"
        className="mb-3 inline-flex min-h-9 items-center gap-1 text-sm text-soft hover:text-ink hover:underline"
      >
        <Icon name="chevronRight" className="size-4 rotate-180" />
        {t('back')}
      </Link>
      <Card as="div" className="grid grid-cols-1 gap-6 sm:p-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
        <div className="min-w-0">
          <div className="flex items-center gap-4">
            <BankLogo bank={account.bank} size="large" />
            <div className="min-w-0">
              <h1 className="line-clamp-3 wrap-anywhere text-2xl font-semibold sm:text-[1.75rem]">
                <bdi>{account.name}</bdi>
              </h1>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
                <Link href={`/connections/${account.connectionId}`} className="hover:text-ink hover:underline">
                  {account.bank.name}
                </Link>
                {account.kind === 'card' ? <Badge tone="info">{t('card')}</Badge> : null}
              </p>
            </div>
          </div>
          {account.iban ? (
            <p className="mt-4 flex flex-wrap items-center gap-x-1.5">
              <span className="sr-only">{t('ibanLabel')}</span>
              <Iban value={account.iban} className="text-sm font-medium sm:text-base" />
              <CopyIban iban={account.iban} />
            </p>
          ) : null}
          <div className="mt-4">{refresh}</div>
        </div>
        <MainBalance account={account} />
      </Card>
    </header>
  )
}

function MainBalance({ account }: { account: AccountView }) {
  const t = useTranslations('accounts')
  const { mainBalance: main, sync } = account
  return (
    <div className="md:text-right">
      <p className="text-sm text-soft">
        {t(account.kind === 'card' ? 'mainOutstanding' : 'mainBalance')}
        {main?.referenceDate ? (
          <> {t.rich('balanceOnRich', { date: () => <DateText value={main.referenceDate ?? ''} /> })}</>
        ) : null}
      </p>
      {main ? (
        <p className="text-[2.5rem] leading-tight font-semibold tracking-[-0.03em] sm:text-5xl">
          <Money value={main.amount} className="proportional-nums!" />
        </p>
      ) : (
        <p className="text-xl font-semibold">{t('noBalance')}</p>
      )}
      <p className="mt-1 text-sm text-soft">
        {sync.lastAt
          ? t.rich('readAtRich', { when: () => <RelativeTime value={sync.lastAt ?? ''} /> })
          : t('readNever')}
      </p>
    </div>
  )
}
