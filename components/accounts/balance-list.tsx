import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Badge, Card } from '#components/ui/card.tsx'
import { RowDisclosure } from '#components/ui/disclosure.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import type { AccountView, BalanceView } from '#lib/views/banking.ts'
import { useAccountWords } from './balance-words.ts'

/** All balances with their meaning, and the reason why an expected one is missing; `isFolded`: below a title that opens them. */
export function BalanceList({ account, isFolded }: { account: AccountView; isFolded: boolean }) {
  const t = useTranslations('accounts')
  const words = useAccountWords()
  const isCard = account.kind === 'card'
  const notAllowed = account.missingBalances.length > 0 && !account.may.balances
  const title = (
    <h2 id="balances-title" className="text-lg font-semibold">
      {t(isCard ? 'outstandingsTitle' : 'balancesTitle')}
    </h2>
  )
  const list = (
    <ul className="mt-1 divide-y divide-line">
      {account.balances.map(balance => (
        <li key={`${balance.type} ${balance.name} ${balance.referenceDate}`} className="px-5 py-4">
          <BalanceItem balance={balance} isCard={isCard} />
        </li>
      ))}
      {notAllowed ? (
        <li className="px-5 py-4">
          <p className="text-[0.9375rem]">{t('missing.not_allowed')}</p>
          <ButtonLink
            href={`/connections/${account.connectionId}/consent`}
            variant="secondary"
            size="small"
            className="mt-3"
          >
            {t('allow')}
          </ButtonLink>
        </li>
      ) : (
        account.missingBalances.map(({ type, why }) => (
          <li key={type} className="px-5 py-4">
            <p className="font-medium text-soft">{words.balance(type).name}</p>
            <p className="mt-1 text-sm text-soft">{t(`missing.${why}`)}</p>
          </li>
        ))
      )}
    </ul>
  )
  return (
    <Card flush aria-labelledby="balances-title">
      {isFolded ? (
        <RowDisclosure row={title}>{list}</RowDisclosure>
      ) : (
        <>
          <div className="px-5 pt-5">{title}</div>
          {list}
        </>
      )}
    </Card>
  )
}

/** The date of a card's amount due is the day it is debited, which may be still to come. */
const dateWords: ReadonlyMap<string, 'debitDate' | 'debitedDate'> = new Map([
  ['ITAV', 'debitDate'],
  ['PRCD', 'debitedDate'],
] as const)

function BalanceItem({ balance, isCard }: { balance: BalanceView; isCard: boolean }) {
  const t = useTranslations('accounts')
  const locale = useLocale()
  const words = useAccountWords().balance(balance.type)
  // A card has several amounts due of one type, distinguished by the bank's own names only.
  const name = isCard && balance.name ? balance.name : words.name
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 wrap-anywhere font-medium">
          <bdi>{name}</bdi>
        </p>
        <Money value={balance.amount} className="text-lg font-semibold" />
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
        {balance.referenceDate
          ? t(dateWords.get(balance.type) ?? 'referenceDate', { date: formatDate(balance.referenceDate, locale) })
          : t('noReferenceDate')}
        {balance.main && !isCard ? <Badge tone="brand">{t('mainBadge')}</Badge> : null}
      </p>
      <p className="mt-1.5 text-sm text-soft">{words.meaning}</p>
      {!isCard && balance.name && balance.name !== name ? (
        <p className="mt-1 wrap-anywhere text-sm text-faint">
          <bdi>{t('bankLabel', { name: balance.name })}</bdi>
        </p>
      ) : null}
    </>
  )
}
