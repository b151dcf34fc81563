import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export const controlClass =
  'w-full min-h-11 rounded-xl border border-control bg-surface px-3.5 text-base text-ink placeholder:text-faint ' +
  'transition-[border-color,box-shadow] duration-150 hover:border-ink focus-visible:border-brand ' +
  'aria-invalid:border-danger aria-invalid:bg-danger-tint off:opacity-60'

export type FieldWords = { id: string; label: ReactNode; hint?: ReactNode; error?: ReactNode }

type FieldProps = FieldWords & { children: ReactNode; aside?: ReactNode; className?: string | undefined }

/** A control with its label and hint above, and the error in words. Works without JavaScript. */
export function Field({ id, label, hint, error, aside, className, children }: FieldProps) {
  return (
    <div data-field className={clsx('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-[0.9375rem] font-medium">
          {label}
        </label>
        {aside}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      {children}
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <svg viewBox="0 0 16 16" className="mt-0.5 size-4 shrink-0" aria-hidden="true" fill="currentColor">
        <path d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm-.75 3.5v4.25h1.5V4.5h-1.5Zm0 5.5v1.5h1.5V10h-1.5Z" />
      </svg>
      <span>{children}</span>
    </p>
  )
}

/** The ARIA attributes that connect a control with its hint and error. */
export function describeControl({ id, hint, error }: FieldWords) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { id, 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined } as const
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={clsx(controlClass, className)} />
}

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, 'id'>

/** Label, hint, error and input in one. */
export function TextField({ id, label, hint, error, className, ...rest }: TextFieldProps) {
  const words = { id, label, hint, error }
  return (
    <Field {...words} className={className}>
      <Input {...rest} {...describeControl(words)} />
    </Field>
  )
}

type TextAreaFieldProps = FieldWords & Omit<ComponentProps<'textarea'>, 'id'> & { areaClass?: string }

/** The same with several lines. */
export function TextAreaField({ id, label, hint, error, className, areaClass, ...rest }: TextAreaFieldProps) {
  const words = { id, label, hint, error }
  return (
    <Field {...words} className={className}>
      <textarea {...rest} {...describeControl(words)} className={clsx(controlClass, 'py-2', areaClass)} />
    </Field>
  )
}
