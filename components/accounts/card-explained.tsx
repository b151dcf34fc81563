import { useTranslations } from 'next-intl'
import { Fact } from '#components/connections/card.tsx'
import { DateText, Money } from '#components/format/value.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AccountView, DrawView } from '#lib/views/banking.ts'

/** Explains a deferred-debit card: when how much is debited, from which account, and why it isn't counted twice. */
export function CardExplained({ card, backing }: { card: AccountView; backing: AccountView | null }) {
  const t = useTranslations('accounts')
  const drawnOn = card.mainBalance?.referenceDate
  const hasDraws = (card.timeline?.coming.length ?? 0) > 0
  return (
    <Card
      titleId="card-title"
      title={
        <span className="flex items-center gap-2.5">
          <Icon name="card" className="size-5 text-brand" />
          {t('cardInfo.title')}
        </span>
      }
    >
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

type Timeline = NonNullable<AccountView['timeline']>

/** The previous, next and later draws of a card, by day. */
function CardTimeline({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('leaving.timeline')
  const { previous, coming } = timeline
  const steps = [
    ...(previous ? [{ draw: previous, step: 'previous' as const }] : []),
    ...coming.map((draw, index) => ({ draw, step: stepOf(draw, index) })),
  ]
  if (steps.length === 0) return null
  return (
    <ol aria-label={t('label')} className="mt-4 grid gap-0">
      {steps.map(({ draw, step }) => (
        <li key={`${step} ${draw.day} ${draw.name}`} className="flex gap-3">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span className={`mt-1.5 size-3 rounded-full ${step === 'previous' ? 'bg-control' : 'bg-brand'}`} />
            <span className="w-px flex-1 bg-line" />
          </span>
          <span className="min-w-0 flex-1 pb-4">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className={step === 'previous' ? 'text-soft' : 'font-medium'}>{t(`steps.${step}`)}</span>
              <Money value={draw.amount} className={step === 'previous' ? 'text-soft' : 'font-semibold'} />
            </span>
            <span className="block text-sm text-soft">
              {draw.day ? <DateText value={draw.day} style="full" /> : t('noDay')}
            </span>
            {draw.name ? (
              <span className="block wrap-anywhere text-sm text-faint">
                <bdi>{draw.name}</bdi>
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Without a day the order is unknown, so only the bank's own name is shown. */
function stepOf({ day }: DrawView, index: number): 'next' | 'later' | 'coming' {
  if (day === null) return 'coming'
  return index === 0 ? 'next' : 'later'
}
