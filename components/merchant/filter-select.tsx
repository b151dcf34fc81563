import { Button } from '#components/ui/button.tsx'
import { SelectField } from '#components/ui/field.tsx'
import { ButtonLink } from '#components/ui/link.tsx'

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

/** Applies the filters of a plain form; `clear` leads back to the whole list. */
export function FilterButtons({ apply, clear, page }: { apply: string; clear: string | null; page: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit">{apply}</Button>
      {clear === null ? null : (
        <ButtonLink href={page} variant="quiet">
          {clear}
        </ButtonLink>
      )}
    </div>
  )
}
