'use client'

import { SelectField } from './field.tsx'

type ColumnFieldsProps<Name extends string> = {
  fields: readonly (readonly [name: Name, label: string])[]
  /** Heads of the file's columns. */
  columns: readonly string[]
  chosen: { readonly [field in Name]?: number }
  onChange: (name: Name, column: number | null) => void
  /** For a field that no column has. */
  none: string
  unnamed: (number: number) => string
}

/** Which column of a file a field is read from. */
export function ColumnFields<Name extends string>({
  fields,
  columns,
  chosen,
  onChange,
  none,
  unnamed,
}: ColumnFieldsProps<Name>) {
  return fields.map(([name, label]) => (
    <SelectField
      key={name}
      id={`column-${name}`}
      label={label}
      value={chosen[name] ?? ''}
      onChange={({ target: { value } }) => onChange(name, value === '' ? null : Number(value))}
      none={none}
      choices={columns.map((column, index) => [index, column || unnamed(index + 1)])}
    />
  ))
}
