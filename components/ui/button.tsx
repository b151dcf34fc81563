import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type Look } from './button-class.ts'
import { ScriptedButton } from './scripted.tsx'

type ButtonProps = Look & Omit<ComponentProps<'button'>, 'className'> & { loading?: boolean; icon?: ReactNode }

export function Button({
  variant,
  size,
  wide,
  className,
  loading = false,
  icon,
  children,
  type,
  ...rest
}: ButtonProps) {
  // Whatever has a handler needs its script; what submits a form is the form's.
  const Control = rest.onClick && type !== 'submit' ? ScriptedButton : 'button'
  return (
    <Control
      {...rest}
      type={loading ? 'button' : (type ?? 'button')}
      className={buttonClass({ variant, size, wide, className })}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : rest.onClick}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </Control>
  )
}

export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={clsx('size-4.5 animate-spin', className)} aria-hidden="true">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M10 2a8 8 0 0 1 8 8" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
