import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DateText, RelativeTime } from '#components/format/date.tsx'
import { Iban } from '#components/format/iban.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AccountView } from '#lib/views/banking.ts'
import { AccountHead } from './top.tsx'

/** The account's name, balance, and time of the last refresh. */
export function AccountHeader({ account, refresh }: { account: AccountView; refresh: ReactNode }) {
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
        sync.lastAt ? t.rich('readAtRich', { when: () => <RelativeTime value={sync.lastAt ?? ''} /> }) : t('readNever')
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
      <div className="mt-4">{refresh}</div>
    </AccountHead>
  )
}
