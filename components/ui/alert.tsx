import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

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
