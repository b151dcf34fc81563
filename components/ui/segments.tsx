import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { PostForm } from './button.tsx'

type SegmentsProps = {
  action: string
  name: string
  legend: string
  current: string
  choices: readonly {
    readonly value: string
    readonly content: ReactNode
    readonly lang?: string
    readonly 'aria-label'?: string | undefined
  }[]
  /** Of the track and of each button. */
  trackClass?: string | false
  chipClass?: string | false
  className?: string | undefined
}

/** One of a few choices, each a submit button of a plain form. */
export function Segments({ action, name, legend, current, choices, trackClass, chipClass, className }: SegmentsProps) {
  return (
    <PostForm action={action} className={className}>
      <fieldset className={clsx('inline-flex max-w-full gap-1 rounded-xl bg-sunken p-1', trackClass)}>
        <legend className="sr-only">{legend}</legend>
        {choices.map(({ value, content, ...said }) => (
          <button
            key={value}
            type="submit"
            name={name}
            value={value}
            aria-pressed={value === current}
            {...said}
            className={clsx(
              'inline-flex min-h-11 items-center justify-center gap-2 rounded-[10px] px-3 text-[0.9375rem] font-medium text-soft',
              'hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line',
              chipClass,
            )}
          >
            {content}
          </button>
        ))}
      </fieldset>
    </PostForm>
  )
}
