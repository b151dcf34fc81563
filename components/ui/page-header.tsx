import clsx from 'clsx'
import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  breadcrumb?: ReactNode
  picture?: ReactNode
}

export function PageHeader({ title, lead, actions, breadcrumb, picture }: PageHeaderProps) {
  return (
    <header className="mb-8">
      {breadcrumb ? <div className="mb-4">{breadcrumb}</div> : null}
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
