import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { Card } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { AccountView } from '#lib/domain/views.ts'

/** How a deferred-debit card works: what is outstanding, when it is drawn, on which account, and why it isn't counted twice. */
export function CardExplained({ card, backing }: { card: AccountView; backing: AccountView | null }) {
  const t = useTranslations('accounts')
  const drawnOn = card.mainBalance?.referenceDate
  return (
    <Card aria-labelledby="card-title">
      <h2 id="card-title" className="flex items-center gap-2.5 text-lg font-semibold">
        <Icon name="card" className="size-5 text-brand" />
        {t('cardInfo.title')}
      </h2>
      <p className="mt-2">{t('cardInfo.text')}</p>
      <DescriptionList
        className="mt-2"
        items={[
          {
            key: 'amount',
            term: t('balances.ITAV.name'),
            value: card.mainBalance ? (
              <Money value={card.mainBalance.amount} className="font-semibold" />
            ) : (
              t('noBalance')
            ),
          },
          {
            key: 'when',
            term: t('cardInfo.drawnWhen'),
            value: drawnOn ? <DateText value={drawnOn} style="full" /> : t('cardInfo.drawnWhenUnknown'),
          },
          {
            key: 'on',
            term: t('cardInfo.drawnOn'),
            value: backing ? (
              <Link href={`/accounts/${backing.id}`} className="link">
                <bdi>{backing.name}</bdi>
              </Link>
            ) : (
              t('cardInfo.drawnOnUnknown')
            ),
          },
        ]}
      />
      <p className="mt-2 text-[0.9375rem] text-soft">{t('cardInfo.notTwice')}</p>
    </Card>
  )
}
