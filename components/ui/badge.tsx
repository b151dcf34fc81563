import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
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
