import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import type { AccountView, DrawView } from '#lib/views/banking.ts'

type Timeline = NonNullable<AccountView['timeline']>

/** The previous, next and later draws of a card, by day. */
export function CardTimeline({ timeline }: { timeline: Timeline }) {
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
