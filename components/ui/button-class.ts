import { clsx } from 'clsx'

/** The styles of a button without its component, also for plain links on pages with little code. */

/** `danger` begins something irreversible, or removes an item from a list; `destroy` is the final confirmation. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'destroy'
type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong border-transparent',
  secondary: 'bg-surface text-ink border-control hover:bg-sunken',
  quiet: 'bg-transparent text-brand-ink border-transparent hover:bg-brand-tint',
  danger: 'bg-surface text-danger border-danger hover:bg-danger-tint',
  destroy: 'bg-danger text-on-danger border-transparent hover:bg-danger-strong',
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
    'off:opacity-55 waits:animate-wait disabled:pointer-events-none aria-disabled:opacity-55 aria-disabled:cursor-progress',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    className,
  )
}

export type Look = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
  className?: string | undefined
}
