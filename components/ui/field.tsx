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

type FieldsetProps = Omit<ComponentProps<'fieldset'>, 'title'> & { legend: ReactNode; legendHidden?: boolean }

export function Fieldset({ legend, legendHidden = false, className, children, ...rest }: FieldsetProps) {
  return (
    <fieldset {...rest} className={clsx('min-w-0', className)}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 font-semibold'}>{legend}</legend>
      {children}
    </fieldset>
  )
}
