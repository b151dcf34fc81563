'use client'

import { plainSize } from '@guichet/values/money/amount-input.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Field, Fieldset, SelectField, TextField } from '#components/ui/field.tsx'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import type { AccountName } from './account-names.tsx'
import { CategorySelect } from './category-select.tsx'

type FilterFieldsProps = {
  filter: TransactionFilter
  accounts: readonly AccountName[]
  /** The person's. */
  tags: readonly string[]
  onChange: (part: Partial<TransactionFilter>) => void
}

/** Every condition besides the words; each takes effect at once. */
export function FilterFields({ filter, accounts, tags, onChange }: FilterFieldsProps) {
  const t = useTranslations('transactions.filter')
  return (
    <Card as="div" className="grid gap-5">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <DateField
          id="filter-from"
          name="from"
          label={t('from')}
          value={filter.from}
          onDay={from => onChange({ from })}
        />
        <DateField id="filter-to" name="to" label={t('to')} value={filter.to} onDay={to => onChange({ to })} />
        <AmountField name="min" label={t('min')} value={filter.min} onChange={min => onChange({ min })} />
        <AmountField name="max" label={t('max')} value={filter.max} onChange={max => onChange({ max })} />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field id="filter-category" label={t('category')}>
          <CategorySelect
            id="filter-category"
            name="category"
            none={t('any')}
            value={filter.categories[0] ?? ''}
            onChange={event => onChange({ categories: event.target.value ? [event.target.value] : [] })}
          />
        </Field>
        <Choice
          name="direction"
          label={t('direction')}
          value={filter.direction}
          values={['in', 'out']}
          onChange={direction => onChange({ direction })}
        />
        <Choice
          name="status"
          label={t('status')}
          value={filter.status}
          values={['booked', 'open']}
          onChange={status => onChange({ status })}
        />
        <Choice
          name="source"
          label={t('source')}
          value={filter.source}
          values={['bank', 'file']}
          onChange={source => onChange({ source })}
        />
        {tags.length > 0 ? (
          <SelectField
            id="filter-tag"
            name="tag"
            label={t('tag')}
            value={filter.tags[0] ?? ''}
            onChange={event => onChange({ tags: event.target.value ? [event.target.value] : [] })}
            none={t('any')}
            choices={[...new Set([...tags, ...filter.tags])].map(tag => [tag, tag])}
          />
        ) : null}
      </div>
      {accounts.length > 1 || accounts.some(({ sharedBy }) => sharedBy) ? (
        <Fieldset legend={t('accounts')}>
          <div className="grid max-h-60 grid-cols-1 gap-x-4 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
            {accounts.map(({ id, name, bank }) => (
              <Checkbox
                key={id}
                name="account"
                value={id}
                checked={filter.accounts.includes(id)}
                onChange={event => onChange({ accounts: toggled(filter.accounts, id, event.target.checked) })}
                label={<bdi>{name}</bdi>}
                hint={bank}
              />
            ))}
          </div>
        </Fieldset>
      ) : null}
    </Card>
  )
}

function toggled(list: readonly string[], id: string, on: boolean): string[] {
  return on ? [...list, id] : list.filter(other => other !== id)
}

type FieldProps = { name: string; label: string; value: string | null; onChange: (value: string | null) => void }

/** Keeps the text as typed, and filters as soon as it is an amount. */
function AmountField({ name, label, value, onChange }: FieldProps) {
  const t = useTranslations('transactions.filter')
  const locale = useLocale()
  const [typed, setTyped] = useState(value ?? '')
  const readAmount = (text: string) => (text.trim() === '' ? '' : plainSize(text, locale))
  const read = readAmount(typed)
  const shown = value === null && read !== null && read !== '' ? '' : typed
  return (
    <TextField
      id={`filter-${name}`}
      name={name}
      inputMode="decimal"
      label={label}
      value={shown}
      error={read === null ? t('amountError') : null}
      onChange={event => {
        setTyped(event.target.value)
        const amount = readAmount(event.target.value)
        if (amount !== null) onChange(amount || null)
      }}
    />
  )
}

type FilterValue = 'in' | 'out' | 'booked' | 'open' | 'bank' | 'file'

type ChoiceProps<Value extends FilterValue> = {
  name: 'direction' | 'status' | 'source'
  label: string
  value: Value | null
  values: readonly Value[]
  onChange: (value: Value | null) => void
}

function Choice<Value extends FilterValue>({ name, label, value, values, onChange }: ChoiceProps<Value>) {
  const t = useTranslations('transactions.filter')
  const words = (one: FilterValue) => t(`values.${one}`)
  return (
    <SelectField
      id={`filter-${name}`}
      name={name}
      label={label}
      value={value ?? ''}
      onChange={event => onChange(values.find(one => one === event.target.value) ?? null)}
      none={t('any')}
      choices={values.map(one => [one, words(one)])}
    />
  )
}
