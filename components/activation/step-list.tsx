import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { ActivationStep } from '#lib/domain/refusals/failure.ts'

export type StepState = 'done' | 'todo' | 'waiting'
export type StepView = { readonly step: ActivationStep; readonly state: StepState; readonly content: ReactNode }

const tones = { done: 'success', todo: 'neutral', waiting: 'info' } as const
const marks = {
  done: 'bg-positive-tint text-positive',
  todo: 'bg-sunken text-soft',
  waiting: 'bg-info-tint text-info',
} as const

/** The steps of an activation, each with its state and what to do. */
export function StepList({ steps }: { steps: readonly StepView[] }) {
  const t = useTranslations('activation')
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {steps.map(({ step, state, content }, index) => (
        <Card as="li" key={step} id={step} aria-labelledby={`step-${step}`}>
          <div className="flex items-start gap-3 sm:gap-4">
            <span
              aria-hidden="true"
              className={clsx(
                'tabular grid size-8 shrink-0 place-items-center rounded-full font-semibold',
                marks[state],
              )}
            >
              {state === 'done' ? (
                <Icon name="check" className="size-4.5" />
              ) : state === 'waiting' ? (
                <Icon name="clock" className="size-4.5" />
              ) : (
                index + 1
              )}
            </span>
            <div className="min-w-0 flex-1">
              <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <h2 id={`step-${step}`} className="text-lg font-semibold">
                  {t(`steps.${step}`)}
                </h2>
                <Badge tone={tones[state]}>{t(`stepStates.${state}`)}</Badge>
              </div>
              <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">{content}</div>
            </div>
          </div>
        </Card>
      ))}
    </ol>
  )
}
