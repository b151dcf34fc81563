import { useTranslations } from 'next-intl'
import { Fact } from '#components/connections/card.tsx'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AccountView } from '#lib/views/banking.ts'
import { CardTimeline } from './card-timeline.tsx'

/** Explains a deferred-debit card: when how much is debited, from which account, and why it isn't counted twice. */
export function CardExplained({ card, backing }: { card: AccountView; backing: AccountView | null }) {
  const t = useTranslations('accounts')
  const drawnOn = card.mainBalance?.referenceDate
  const hasDraws = (card.timeline?.coming.length ?? 0) > 0
  return (
    <Card aria-labelledby="card-title">
      <h2 id="card-title" className="flex items-center gap-2.5 text-lg font-semibold">
        <Icon name="card" className="size-5 text-brand" />
        {t('cardInfo.title')}
      </h2>
      <p className="mt-2">{t('cardInfo.text')}</p>
      {card.timeline ? <CardTimeline timeline={card.timeline} /> : null}
      <dl className="mt-4 grid grid-cols-1 gap-4">
        {hasDraws ? null : (
          <>
            <Fact term={t('balances.ITAV.name')}>
              {card.mainBalance ? <Money value={card.mainBalance.amount} /> : t('noBalance')}
            </Fact>
            <Fact term={t('cardInfo.drawnWhen')}>
              {drawnOn ? <DateText value={drawnOn} style="full" /> : t('cardInfo.drawnWhenUnknown')}
            </Fact>
          </>
        )}
        <Fact term={t('cardInfo.drawnOn')}>
          {backing ? (
            <Link href={`/accounts/${backing.id}`} className="link">
              <bdi>{backing.name}</bdi>
            </Link>
          ) : (
            t('cardInfo.drawnOnUnknown')
          )}
        </Fact>
      </dl>
      <p className="mt-4 text-[0.9375rem] text-soft">{t('cardInfo.notTwice')}</p>
    </Card>
  )
}
