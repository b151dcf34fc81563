import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, describeControl, Field, type FieldWords } from './field.tsx'

type SelectProps = ComponentProps<'select'> & { options: readonly { value: string; label: string }[] }

/** The platform's own list: a phone shows its wheel, and it works without JavaScript. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={clsx(controlClass, 'appearance-none pr-10', className)}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-soft"
      >
        <path
          d="m4 6 4 4 4-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}

export function SelectField({ id, label, hint, error, ...rest }: FieldWords & Omit<SelectProps, 'id'>) {
  const words = { id, label, hint, error }
  return (
    <Field {...words}>
      <Select {...rest} {...describeControl(words)} />
    </Field>
  )
}
