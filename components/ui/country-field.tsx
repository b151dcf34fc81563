import { countries } from '@guichet/values/text/countries.ts'
import { useLocale } from 'next-intl'
import { type NamedWords, SelectField } from './field.tsx'

/** A country by its name in the page's language, posted as its two letters. */
export function CountryField(props: NamedWords & { defaultValue: string }) {
  const locale = useLocale()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const sorted = countries
    .map(code => [code, names.of(code) ?? code] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale))
  return (
    <SelectField {...props}>
      {sorted.map(([code, name]) => (
        // A browser may name or sort a country otherwise than the server; the server's list stays.
        <option key={code} value={code} suppressHydrationWarning>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
