import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type CardProps = Omit<ComponentProps<'section'>, 'title'> &
  Partial<CardHeaderProps> & {
    as?: 'section' | 'div' | 'article' | 'li'
    flush?: boolean
    text?: ReactNode
    /** Of the heading, if the card is named by it. */
    titleId?: string
    /** How what is below the head is laid out. */
    bodyClass?: string
  }

/** A card with a thin border, and a heading if it has a title. `flush` leaves the padding to its rows. */
export function Card({
  as = 'section',
  flush = false,
  title,
  titleId,
  text,
  action,
  level,
  className,
  bodyClass,
  children,
  ...rest
}: CardProps) {
  const Tag = as as 'section'
  return (
    <Tag
      aria-labelledby={titleId}
      {...rest}
      className={clsx('rounded-2xl border border-line bg-surface', flush ? 'overflow-clip' : 'p-5 sm:p-6', className)}
    >
      {title ? (
        <div className={flush ? 'px-5 pt-5 pb-3 sm:px-6' : undefined}>
          <CardHeader id={titleId} title={title} description={text} action={action} level={level} />
        </div>
      ) : null}
      {bodyClass ? <div className={bodyClass}>{children}</div> : children}
    </Tag>
  )
}

type CardHeaderProps = {
  title: ReactNode
  id?: string | undefined
  description?: ReactNode
  action?: ReactNode
  level?: 2 | 3 | undefined
}

export function CardHeader({ title, id, description, action, level = 2 }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <Heading id={id} className="text-lg font-semibold">
          {title}
        </Heading>
        {description ? <p className="mt-1 text-sm text-soft">{description}</p> : null}
      </div>
      {action}
    </div>
  )
}

type SectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  titleId: string
  title: ReactNode
  level?: 2 | 3
  /** Of the heading. */
  look?: string
}

/** A part of a page or of a card, named by its heading. */
export function Section({ titleId, title, level = 3, look = 'font-semibold', children, ...rest }: SectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={titleId} {...rest}>
      <Heading id={titleId} className={look}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

const looks = {
  info: { box: 'bg-info-tint', mark: 'text-info', icon: 'info' },
  success: { box: 'bg-positive-tint', mark: 'text-positive', icon: 'success' },
  warning: { box: 'bg-accent-tint', mark: 'text-accent-ink', icon: 'warning' },
  danger: { box: 'bg-danger-tint', mark: 'text-danger', icon: 'danger' },
} as const

type AlertProps = {
  tone?: AlertTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Read out when it appears: `polite` for news, `assertive` for refusals. Absent if it is part of the page from the start. */
  announce?: 'polite' | 'assertive' | undefined
  className?: string | undefined
}

export function Alert({ tone = 'info', title, children, action, announce, className }: AlertProps) {
  const { box, mark, icon } = looks[tone]
  const role = announce === 'assertive' ? 'alert' : announce === 'polite' ? 'status' : undefined
  return (
    <div
      role={role}
      className={clsx('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-2xl p-4 sm:p-5', box, className)}
    >
      <Icon name={icon} className={clsx('mt-0.5 size-5', mark)} />
      <div className="min-w-0 flex-1 basis-56">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className={clsx('text-[0.9375rem]', title && 'mt-1 text-soft')}>{children}</div> : null}
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
    </div>
  )
}

export type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger'

export const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-soft',
  brand: 'bg-brand-tint text-brand-ink',
  info: 'bg-info-tint text-info',
  success: 'bg-positive-tint text-positive',
  warning: 'bg-accent-tint text-accent-ink',
  danger: 'bg-danger-tint text-danger',
}

export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

type DescriptionListProps = {
  items: readonly { term: ReactNode; value: ReactNode; key?: string }[]
  className?: string
}

/** Terms with their values; what is null is left out. */
export function DescriptionList({ items, className }: DescriptionListProps) {
  const known = items.filter(({ value }) => value !== null)
  return (
    <dl className={clsx('divide-y divide-line', className)}>
      {known.map(({ term, value, key }, index) => (
        <div
          key={key ?? String(index)}
          className="grid gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(9rem,2fr)_5fr]"
        >
          <dt className="text-[0.9375rem] text-soft">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A numbered list of steps. */
export function NumberedSteps({ steps }: { steps: readonly { readonly key: string; readonly text: ReactNode }[] }) {
  return (
    <ol className="mt-3 grid gap-3">
      {steps.map(({ key, text }, index) => (
        <li key={key} className="flex gap-3 text-[0.9375rem]">
          <span
            aria-hidden="true"
            className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-brand-tint text-sm font-semibold text-brand-ink"
          >
            {index + 1}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
