import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { ScriptedButton } from './scripted.tsx'

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

type ButtonAnchorProps = Look & { href: string; children: ReactNode }

/** A link that looks like a button, without the router, for public pages without scripts. */
export function ButtonAnchor({ href, children, ...look }: ButtonAnchorProps) {
  return (
    <a href={href} className={buttonClass(look)}>
      {children}
    </a>
  )
}

type Hidden = Readonly<Record<string, string | null>>

type PostFormProps = Omit<ComponentProps<'form'>, 'method' | 'action'> & {
  /** A route of ours, which redirects. */
  action: string
  /** What is sent besides the fields; null is left out. */
  sends?: Hidden | undefined
}

/** A form that the browser sends: it works without a script. */
export function PostForm({ sends = {}, children, ...rest }: PostFormProps) {
  return (
    <form {...rest} method="post">
      {Object.entries(sends).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  )
}

type PostButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> & {
  action: string
  sends?: Hidden | undefined
  formClass?: string | undefined
}

/** Such a form of nothing but its button. */
export function PostButton({ action, sends, formClass, ...button }: PostButtonProps) {
  return (
    <PostForm action={action} sends={sends} className={formClass}>
      <Button {...button} type="submit" />
    </PostForm>
  )
}
