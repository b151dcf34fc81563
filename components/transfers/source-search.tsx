'use client'

import { finderOf } from '@guichet/values/text/forgiving-search.ts'
import { type ReactNode, useState } from 'react'
import { TextField } from '#components/ui/field.tsx'
import { useWaiting } from '#components/ui/scripted.tsx'

type SourceSearchProps = {
  label: string
  /** Said if nothing is found. */
  none: string
  /** In order: the words by which a row is found, and the row. */
  rows: readonly { readonly key: string; readonly words: string; readonly row: ReactNode }[]
}

/** The search is shown from this number of accounts. */
const searchFrom = 8

/** Rows to choose from; many are searched while typing, which forgives a wrong letter. */
export function SourceSearch({ label, none, rows }: SourceSearchProps) {
  const [query, setQuery] = useState('')
  const waiting = useWaiting()
  const finds = finderOf(query)
  const isNothing = !rows.some(({ words }) => finds(words))
  return (
    <>
      {rows.length >= searchFrom ? (
        <TextField
          {...waiting}
          id="source-search"
          type="search"
          label={label}
          value={query}
          maxLength={100}
          className="m-4 noscript:hidden sm:mx-6"
          onChange={event => setQuery(event.target.value)}
        />
      ) : null}
      <ul className="divide-y divide-line">
        {rows.map(({ key, words, row }) => (
          <li key={key} hidden={!finds(words)}>
            {row}
          </li>
        ))}
      </ul>
      <p role="status" className={isNothing ? 'px-4 py-3 text-soft sm:px-6' : 'sr-only'}>
        {isNothing ? none : ''}
      </p>
    </>
  )
}
