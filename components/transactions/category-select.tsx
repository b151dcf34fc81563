'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Select } from '#components/ui/field.tsx'
import { builtInCategories } from '#lib/domain/accounts/category.ts'
import { topOf } from '#lib/domain/accounts/sub-category.ts'
import { useOwnCategories } from './account-names.tsx'

type CategorySelectProps = Omit<ComponentProps<typeof Select>, 'children' | 'choices'> & {
  /** The categories that can be chosen; all by default. */
  only?: (category: string) => boolean
}

/** A native select, for keyboards, screen readers and phones. The person's own categories first, then the built-in ones by name. */
export function CategorySelect({ only = () => true, ...rest }: CategorySelectProps) {
  const t = useTranslations('transactions')
  const locale = useLocale()
  const own = useOwnCategories()
  const builtIn = builtInCategories
    .filter(only)
    .map(id => {
      const [name, top] = [t(`categories.${id}`), topOf(id)]
      return { id, name: top === id ? name : `${t(`categories.${top}`)} › ${name}` }
    })
    .sort((left, right) => left.name.localeCompare(right.name, locale))
  return (
    <Select {...rest}>
      {own.length > 0 ? (
        <optgroup label={t('ownCategories')}>
          {own.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      ) : null}
      <optgroup label={t('builtInCategories')}>
        {builtIn.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
    </Select>
  )
}
