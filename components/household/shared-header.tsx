import { useLocale, useTranslations } from 'next-intl'
import { BankLine } from '#components/accounts/bank-line.tsx'
import { AccountHead } from '#components/accounts/top.tsx'
import { formatDate } from '#components/format/text.ts'
import { Icon } from '#components/ui/icon.tsx'
import type { SharedAccountView } from '#lib/views/household.ts'

/** The head of a shared account: owner, balance, and that it is read-only. */
export function SharedHeader({ account }: { account: SharedAccountView }) {
  const t = useTranslations('household.account')
  const tShared = useTranslations('household.shared')
  const locale = useLocale()
  const { ownerName: name, readAt, since } = account
  return (
    <AccountHead
      account={account}
      back={t('back')}
      line={
        <p className="text-soft">
          <BankLine bank={account.bank} iban={account.maskedIban} />
        </p>
      }
      noBalance={tShared('noBalance')}
      readAt={readAt ? t('read', { when: formatDate(readAt, locale, 'moment') }) : t('readNever')}
    >
      <p className="mt-4 flex gap-2 text-[0.9375rem]">
        <Icon name="eye" className="mt-0.5 size-5 text-brand" />
        <span>
          {t('owner', { name, date: formatDate(since, locale, 'long') })}
          <span className="block text-soft">{t('readOnly', { name })}</span>
        </span>
      </p>
    </AccountHead>
  )
}
