import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, describeControl, Field, type FieldWords } from './field.tsx'

/**
 * The browser's own list in our drawing: forms need no script, the keyboard and screen readers know it, a phone shows its picker.
 * Where the browser lets a page draw the open list (`appearance: base-select`), it is drawn too (app/globals.css).
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
