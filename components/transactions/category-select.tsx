'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Select } from '#components/ui/select.tsx'
import { builtInCategories } from '#lib/domain/accounts/category.ts'
import { useOwnCategories } from './use-categories.ts'

type CategorySelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** Word of an entry for no category. */
  none?: string
  /** Which ones can be chosen; all of them when absent. */
  only?: (category: string) => boolean
}

/** The browser's own list: the keyboard, the reader and the phone know it. Own categories first, then ours by name. */
export function CategorySelect({ none, only = () => true, className = '', ...rest }: CategorySelectProps) {
  const t = useTranslations('transactions')
  const locale = useLocale()
  const own = useOwnCategories()
  const builtIn = builtInCategories
    .filter(only)
    .map(id => ({ id, name: t(`categories.${id}`) }))
    .sort((left, right) => left.name.localeCompare(right.name, locale))
  return (
    <Select {...rest} className={className}>
      {none ? <option value="">{none}</option> : null}
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
