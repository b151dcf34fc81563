'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ScriptedButton } from '#components/ui/scripted.tsx'
import { useEarlyText } from '#components/ui/use-early-text.ts'
import { useTypedIban } from '#components/ui/use-typed-iban.ts'
import type { IbanCheck } from '#lib/domain/payments/payee/iban.ts'

type BankChoiceProps = {
  banks: readonly {
    readonly code: string
    /** The text that is searched, folded. */
    readonly text: string
    readonly card: ReactNode
  }[]
  query: string
  words: Readonly<Record<'label' | 'submit' | 'found' | 'foundOne' | 'none' | 'showAll', string>>
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/**
 * Banks as the server drew them, searched while typing; one that is chosen stays in sight. Without JavaScript the
 * search is a form that reloads this page.
 */
export function BankChoice({ banks, query, words }: BankChoiceProps) {
  const [typed, setTyped] = useState(query)
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const search = useEarlyText(setTyped)
  const parts = fold(typed).split(/\s+/)
  const found = banks.filter(({ text }) => parts.every(part => text.includes(part))).map(({ code }) => code)
  const said = found.length === 0 ? words.none : found.length === 1 ? words.foundOne : words.found
  return (
    <>
      <search>
        <form method="get" className="grid gap-1.5" onSubmit={event => event.preventDefault()}>
          <label htmlFor="pay-search" className="text-[0.9375rem] font-medium">
            {words.label}
          </label>
          <div className="flex gap-2">
            <input
              ref={search}
              id="pay-search"
              name="q"
              type="search"
              value={typed}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              onChange={event => {
                setTyped(event.target.value)
                setChosen(list.current?.querySelector<HTMLInputElement>(':checked')?.value ?? null)
              }}
              className="control-box"
            />
            <noscript>
              <button type="submit" className="min-h-11 rounded-xl border border-control px-4 font-semibold">
                {words.submit}
              </button>
            </noscript>
          </div>
        </form>
      </search>
      <p role="status" className="mt-4 mb-2 text-sm text-soft">
        {said.replace('{count}', String(found.length))}
      </p>
      <ul ref={list} className="grid gap-2 sm:grid-cols-2">
        {banks.map(({ code, card }) => (
          <li key={code} hidden={!found.includes(code) && code !== chosen}>
            {card}
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="rounded-2xl border border-line p-4">
          <ScriptedButton
            className="link min-h-6"
            onClick={() => {
              setTyped('')
              search.current?.focus()
            }}
          >
            {words.showAll}
          </ScriptedButton>
        </p>
      ) : null}
    </>
  )
}

type IbanWatchProps = {
  /** Its id. */
  field: string
  /** The message for each result of the check, with placeholders `{length}` and `{expected}`. */
  words: Readonly<Record<Exclude<IbanCheck, 'empty'>, string>>
}

/** What is to be said of the IBAN in a field: a valid one is confirmed at once, faults are shown when the field is left. */
export function IbanWatch({ field, words }: IbanWatchProps) {
  // Null: nothing yet, so what the server said of it stands.
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  useEffect(() => {
    const input = document.getElementById(field)
    if (!(input instanceof HTMLInputElement)) return
    const read = () => setTyped(before => (before === null && input.value === '' ? null : input.value))
    const leave = () => setLeft(true)
    read()
    input.addEventListener('input', read)
    input.addEventListener('blur', leave)
    return () => {
      input.removeEventListener('input', read)
      input.removeEventListener('blur', leave)
    }
  }, [field])
  const { check, length, expectedLength } = useTypedIban(typed ?? '')
  const isWrong = isLeft && check !== 'empty' && check !== 'sound'
  useEffect(() => {
    if (typed === null) return
    const input = document.getElementById(field)
    input?.setAttribute('aria-invalid', String(isWrong))
    input?.setAttribute('aria-describedby', isWrong ? `${field}-hint ${field}-said` : `${field}-hint`)
    const error = document.getElementById(`${field}-error`)
    if (error) error.hidden = true
  }, [field, typed, isWrong])
  const isSaid = isWrong || check === 'sound' || check === 'typing'
  const look = isWrong ? 'font-medium text-danger' : check === 'sound' ? 'text-positive' : 'text-soft'
  return (
    <p role="status" id={`${field}-said`} className={`min-h-5 text-sm ${look}`}>
      {isSaid ? fill(words[check], { length, expected: expectedLength ?? 34 }) : ''}
    </p>
  )
}

function fill(text: string, values: { readonly length: number; readonly expected: number }): string {
  return text.replace('{length}', String(values.length)).replace('{expected}', String(values.expected))
}
