import { clsx } from 'clsx'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong border-transparent',
  secondary: 'bg-surface text-ink border-control hover:bg-sunken',
  quiet: 'bg-transparent text-brand-ink border-transparent hover:bg-brand-tint',
  danger: 'bg-surface text-danger border-danger hover:bg-danger-tint',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1.5 text-sm gap-1.5 rounded-[10px] pointer-coarse:min-h-11',
  medium: 'min-h-11 px-4 py-2 text-[0.9375rem] gap-2 rounded-xl',
  large: 'min-h-13 px-6 py-2.5 text-base gap-2.5 rounded-[14px]',
}

/** Class of everything that looks like a button. */
export function buttonClass({ variant = 'primary', size = 'medium', className = '', wide = false }: Look = {}): string {
  return clsx(
    'inline-flex items-center justify-center border font-semibold text-center text-balance leading-tight no-underline select-none',
    'transition-[background-color,border-color,translate] duration-150 ease-calm active:translate-y-px',
    'disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55 aria-disabled:cursor-progress',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    className,
  )
}

type Look = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
  className?: string | undefined
}

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
  return (
    <button
      {...rest}
      type={loading ? 'button' : (type ?? 'button')}
      className={buttonClass({ variant, size, wide, className })}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : rest.onClick}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
}

type ButtonLinkProps = Look & Omit<ComponentProps<typeof Link>, 'className'> & { icon?: ReactNode }

export function ButtonLink({ variant, size, wide, className, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide, className })}>
      {icon}
      {children}
    </Link>
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
