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

type PostFormProps = Omit<ComponentProps<'form'>, 'method' | 'action'> &
  Pick<Look, 'variant' | 'size'> & {
    /** A route of ours, which redirects. */
    action: string
    /** What is sent besides the fields; null is left out. */
    sends?: Hidden | undefined
    /** On the button below the fields, if it is an ordinary one. */
    submit?: ReactNode
  }

/** A form that the browser sends: it works without a script. */
export function PostForm({ sends = {}, submit, variant, size, children, ...rest }: PostFormProps) {
  return (
    <form {...rest} method="post">
      {Object.entries(sends).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      {submit ? (
        <div className="col-span-full">
          <Button type="submit" variant={variant} size={size}>
            {submit}
          </Button>
        </div>
      ) : null}
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
