import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink, Link } from './link.tsx'

type PageHeaderProps = {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  picture?: ReactNode
} & Partial<BreadcrumbProps>

/** With `steps`, the way to the page is above it; its last word is `current`, or the title. */
export function PageHeader({ title, lead, actions, steps, current = title, picture }: PageHeaderProps) {
  return (
    <header className="mb-8">
      {steps ? <Breadcrumb steps={steps} current={current} /> : null}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className={clsx('min-w-0', picture && 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4')}>
          {picture ? <div className="sm:row-span-2 sm:self-start">{picture}</div> : null}
          <h1 className="text-[1.75rem] font-semibold sm:text-[2rem]">{title}</h1>
          {lead ? (
            <div className={clsx('mt-1.5 max-w-2xl text-soft', picture && 'max-sm:col-span-2 sm:col-start-2')}>
              {lead}
            </div>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </header>
  )
}

type BreadcrumbProps = {
  steps: readonly { href: string; label: ReactNode }[] | undefined
  current: ReactNode
}

function Breadcrumb({ steps = [], current }: BreadcrumbProps) {
  const t = useTranslations('common')
  return (
    <nav aria-label={t('breadcrumb')} className="mb-4">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {steps.map(step => (
          <li key={step.href} className="flex items-center gap-2">
            <Link href={step.href} className="inline-flex min-h-8 items-center hover:text-ink hover:underline">
              {step.label}
            </Link>
            <span aria-hidden="true" className="text-control">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate text-ink">
          {current}
        </li>
      </ol>
    </nav>
  )
}

type Turn = { href: string; label: ReactNode } | null

/** Below a list: back to its first page, and on to the next. */
export function Pager({ label, newest = null, older }: { label?: string; newest?: Turn; older: Turn }) {
  if (newest === null && older === null) return null
  const turn = (to: Turn) =>
    to === null ? (
      <span />
    ) : (
      <ButtonLink href={to.href} variant="secondary">
        {to.label}
      </ButtonLink>
    )
  return (
    <nav aria-label={label} className="mt-4 flex justify-between gap-3">
      {turn(newest)}
      {turn(older)}
    </nav>
  )
}
