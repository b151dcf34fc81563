import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
}

/** A styled native checkbox, as consent requires. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the mark inside
    <label
      className={clsx(
        'group inline-flex min-h-11 cursor-pointer items-center gap-3 has-off:cursor-not-allowed',
        className,
      )}
    >
      <CheckboxMark {...rest} />
      <span className="leading-snug group-has-off:text-faint">
        {label}
        {hint ? <span className="block text-sm text-soft">{hint}</span> : null}
      </span>
    </label>
  )
}

/** The box without a label, for components with a label of their own. */
export function CheckboxMark({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className="relative grid size-5.5 shrink-0 place-items-center">
      <input
        {...rest}
        type="checkbox"
        className={clsx(
          'peer size-5.5 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-control bg-surface transition-colors',
          'hover:border-brand checked:border-brand checked:bg-brand indeterminate:border-brand indeterminate:bg-brand',
          'off:cursor-not-allowed off:opacity-50 forced-colors:appearance-auto',
          className,
        )}
      />
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="pointer-events-none absolute size-4 text-on-brand opacity-0 peer-checked:opacity-100 forced-colors:hidden"
      >
        <path
          d="m3.5 8.5 3 3 6-7"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="pointer-events-none absolute size-4 text-on-brand opacity-0 peer-indeterminate:opacity-100 forced-colors:hidden"
      >
        <path d="M4 8h8" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
    </span>
  )
}

type RadioProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }

/** A native radio button with its label. */
export function Radio({ children, ...rest }: RadioProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input {...rest} type="radio" className="size-5 shrink-0 accent-brand" />
      <span>{children}</span>
    </label>
  )
}
