import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, describeControl, Field, type FieldWords } from './field.tsx'

/**
 * A styled native select: needs no script, works with keyboards and screen readers, and shows a phone's own picker. Browsers with
 * `appearance: base-select` also style the open list (app/globals.css).
 */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={clsx(controlClass, 'select', className)} />
}

type SelectFieldProps = FieldWords & Omit<ComponentProps<'select'>, 'id'>

/** Label, hint, error and list in one. */
export function SelectField({ id, label, hint, error, className, ...rest }: SelectFieldProps) {
  const words = { id, label, hint, error }
  return (
    <Field {...words} className={className}>
      <Select {...rest} {...describeControl(words)} />
    </Field>
  )
}
