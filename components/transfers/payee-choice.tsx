'use client'

import { maskIban } from '@guichet/values/money/iban-text.ts'
import { finderOf } from '@guichet/values/text/forgiving-search.ts'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { FieldError, TextField } from '#components/ui/field.tsx'
import { useWaiting } from '#components/ui/scripted.tsx'
import type { PayeeView } from '#lib/views/transfer.ts'

type OwnAccount = { readonly id: string; readonly name: string; readonly iban: string; readonly bankName: string }
type PayeeChoiceProps = {
  id: string
  chosen: string
  error: string | undefined
  payees: readonly PayeeView[]
  /** Other accounts of the person. */
  own: readonly OwnAccount[]
}

/** The search is shown from this number of payees. */
const searchFrom = 6

/** The choice of a payee, as radio buttons that work without JavaScript; with it they are searched while typing. No IBAN is in a URL. */
export function PayeeChoice({ id, chosen, error, payees, own }: PayeeChoiceProps) {
  const t = useTranslations('transfers.form')
  const [query, setQuery] = useState('')
  const waiting = useWaiting()
  const groups = [
    {
      key: 'toBook' as const,
      rows: payees.map(({ id: payee, name, iban, bankName }) => ({ value: `payee:${payee}`, name, iban, bankName })),
    },
    {
      key: 'toOwn' as const,
      rows: own.map(({ id: account, name, iban, bankName }) => ({ value: `own:${account}`, name, iban, bankName })),
    },
  ].filter(({ rows }) => rows.length > 0)
  const finds = finderOf(query)
  const digits = query.replace(/\s/g, '').toUpperCase()
  const isFound = ({ name, iban, bankName }: { name: string; iban: string; bankName: string | null }) =>
    finds(`${name} ${bankName ?? ''}`) || (digits.length > 3 && iban.includes(digits))
  const count = groups.flatMap(({ rows }) => rows).filter(isFound).length
  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined} className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="sr-only">{t('to')}</legend>
      {payees.length + own.length >= searchFrom ? (
        <TextField
          {...waiting}
          id={`${id}-search`}
          type="search"
          label={t('toSearch')}
          value={query}
          maxLength={100}
          className="noscript:hidden"
          onChange={event => setQuery(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      ) : null}
      <div className="max-h-88 overflow-y-auto rounded-xl border border-line">
        {groups.map(({ key, rows }) => {
          const isEmpty = !rows.some(isFound)
          return (
            <div key={key} hidden={isEmpty}>
              <p className="sticky top-0 z-1 bg-sunken px-4 py-1.5 text-sm font-medium text-soft">{t(key)}</p>
              <ul className="divide-y divide-line">
                {rows.map(row => (
                  <li key={row.value} hidden={!isFound(row)}>
                    <Choice value={row.value} chosen={chosen}>
                      <span className="block font-medium wrap-anywhere">{row.name}</span>
                      <span className="block text-sm text-soft">
                        <span className="tabular whitespace-nowrap" translate="no">
                          {maskIban(row.iban)}
                        </span>
                        {row.bankName ? ` · ${row.bankName}` : null}
                      </span>
                    </Choice>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
        {count === 0 ? <p className="px-4 py-3 text-soft">{t('toNone')}</p> : null}
      </div>
      <p role="status" className="sr-only">
        {query === '' ? '' : t('toFound', { count })}
      </p>
      <div className="overflow-hidden rounded-xl border border-line">
        <Choice value="new" chosen={chosen}>
          <span className="font-medium">{t('toNew')}</span>
        </Choice>
      </div>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </fieldset>
  )
}

function Choice({ value, chosen, children }: { value: string; chosen: string; children: ReactNode }) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-sunken has-checked:bg-brand-tint">
      <input type="radio" name="to" value={value} defaultChecked={value === chosen} className="size-5 accent-brand" />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
