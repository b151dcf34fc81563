import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Iban } from '#components/format/iban.tsx'
import { Money } from '#components/format/money.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { SharedAccountView } from '#lib/domain/household-view.ts'

/** Whose account it is, what is on it, and that one only looks. */
export function SharedHeader({ account }: { account: SharedAccountView }) {
  const t = useTranslations('household.account')
  const tShared = useTranslations('household.shared')
  const locale = useLocale()
  const { ownerName: name, mainBalance: main, readAt, since } = account
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
              <p className="text-soft">
                {account.bank.name}
                {account.maskedIban ? (
                  <>
                    {' · '}
                    <Iban value={account.maskedIban} masked />
                  </>
                ) : null}
              </p>
            </div>
          </div>
          <p className="mt-4 flex gap-2 text-[0.9375rem]">
            <Icon name="eye" className="mt-0.5 size-5 text-brand" />
            <span>
              {t('owner', { name, date: formatDate(since, locale, 'long') })}
              <span className="block text-soft">{t('readOnly', { name })}</span>
            </span>
          </p>
        </div>
        <div className="md:text-right">
          {main ? (
            <p className="text-[2.5rem] leading-tight font-semibold tracking-[-0.03em] sm:text-5xl">
              <Money value={main.amount} className="proportional-nums!" />
            </p>
          ) : (
            <p className="text-xl font-semibold">{tShared('noBalance')}</p>
          )}
          <p className="mt-1 text-sm text-soft">
            {readAt ? t('read', { when: formatDate(readAt, locale, 'moment') }) : t('readNever')}
          </p>
        </div>
      </Card>
    </header>
  )
}
