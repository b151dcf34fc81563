import { SelectField } from '#components/ui/select.tsx'

export type Choice = readonly [value: string, label: string]

type ChoicesProps = { name: string; label: string; none: string; value: string | null; choices: readonly Choice[] }

/** One filter of a list: a choice, or none of them. */
export function FilterSelect({ name, label, none, value, choices }: ChoicesProps) {
  return (
    <SelectField id={name} name={name} label={label} defaultValue={value ?? ''}>
      <option value="">{none}</option>
      {choices.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}
