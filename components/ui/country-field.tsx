import { type NamedWords, SelectField } from './field.tsx'

/** The server's (`nameCountries`): a browser may name or sort a country otherwise. */
export type CountryNames = readonly (readonly [code: string, name: string])[]

/** A country by its name in the page's language, posted as its two letters. */
export function CountryField({ names, ...props }: NamedWords & { defaultValue: string; names: CountryNames }) {
  return (
    <SelectField {...props}>
      {names.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
