import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

type CardProps = Omit<ComponentProps<'section'>, 'title'> &
  Partial<CardHeaderProps> & {
    as?: 'section' | 'div' | 'article' | 'li'
    flush?: boolean
    text?: ReactNode
    /** Of the heading, if the card is named by it. */
    titleId?: string
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
      {children}
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
