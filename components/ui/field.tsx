import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export const controlClass = 'control-box'

export type FieldWords = { id: string; label: ReactNode; hint?: ReactNode; error?: ReactNode }

type FieldProps = FieldWords & { children: ReactNode; aside?: ReactNode; className?: string | undefined }

/** A control with its label and hint above, and the error in words. Works without JavaScript. */
export function Field({ id, label, hint, error, aside, className, children }: FieldProps) {
  return (
    <div data-field className={clsx('grid content-start gap-1.5', className)}>
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

/** Of a field in one: its id is its name, unless the page has another field of that name. */
export type NamedWords = Omit<FieldWords, 'id'> & { id?: string | undefined; name?: string | undefined }

/** Label, hint, error and input in one. The browser completes it only if it is said with what. */
export function TextField({ label, hint, error, className, ...rest }: NamedWords & ComponentProps<'input'>) {
  const words = { id: rest.id ?? rest.name ?? '', label, hint, error }
  return (
    <Field {...words} className={className}>
      <Input autoComplete="off" {...rest} {...describeControl(words)} />
    </Field>
  )
}

type TextAreaFieldProps = NamedWords & ComponentProps<'textarea'> & { areaClass?: string }

/** The same with several lines. */
export function TextAreaField({ label, hint, error, className, areaClass, ...rest }: TextAreaFieldProps) {
  const words = { id: rest.id ?? rest.name ?? '', label, hint, error }
  return (
    <Field {...words} className={className}>
      <textarea {...rest} {...describeControl(words)} className={clsx(controlClass, 'py-2', areaClass)} />
    </Field>
  )
}

export type Choice = readonly [value: string | number, label: string]

type SelectProps = ComponentProps<'select'> & {
  choices?: readonly Choice[]
  /** The first choice: none of the others. */
  none?: string | undefined
}

/**
 * A styled native select: needs no script, works with keyboards and screen readers, and shows a phone's own picker. Browsers with
 * `appearance: base-select` also style the open list (app/globals.css).
 */
export function Select({ choices = [], none, className, children, ...rest }: SelectProps) {
  return (
    <select {...rest} className={clsx(controlClass, 'select', className)}>
      {none === undefined ? null : <option value="">{none}</option>}
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {children}
    </select>
  )
}

/** Label, hint, error and list in one. */
export function SelectField({ label, hint, error, className, ...rest }: NamedWords & SelectProps) {
  const words = { id: rest.id ?? rest.name ?? '', label, hint, error }
  return (
    <Field {...words} className={className}>
      <Select {...rest} {...describeControl(words)} />
    </Field>
  )
}

type FieldsetProps = Omit<ComponentProps<'fieldset'>, 'title'> & { legend: ReactNode; legendHidden?: boolean }

export function Fieldset({ legend, legendHidden = false, className, children, ...rest }: FieldsetProps) {
  return (
    <fieldset {...rest} className={clsx('min-w-0', className)}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 font-semibold'}>{legend}</legend>
      {children}
    </fieldset>
  )
}
