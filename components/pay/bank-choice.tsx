'use client'

import { useEffect, useRef, useState } from 'react'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { controlClass, TextField } from '#components/ui/field.tsx'
import { ScriptedButton } from '#components/ui/scripted.tsx'
import { useEarlyText } from '#components/ui/use-early-text.ts'
import type { IbanCheck, readTypedIban } from '#lib/domain/payments/payee/iban.ts'

export type ChoiceBank = {
  readonly code: string
  readonly name: string
  readonly group: string
  readonly city: string | null
  readonly initials: string
  readonly logo: string | null
  readonly brandColor: string
  readonly brandInk: string
  readonly answers: boolean
  readonly isInstant: boolean
  /** The text that is searched, folded. */
  readonly text: string
}

type BankChoiceProps = {
  banks: readonly ChoiceBank[]
  /** Id of the form that submits the choice; it is elsewhere, because forms can't be nested. */
  form: string
  chosen: string | null
  /** The bank last used in this browser. */
  last: string | null
  query: string
  error: string | null
  words: Readonly<
    Record<
      'title' | 'label' | 'submit' | 'found' | 'foundOne' | 'none' | 'showAll' | 'last' | 'down' | 'instant',
      string
    >
  >
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Banks as radio buttons, searched while typing. Without JavaScript the search is a form that reloads this page. */
export function BankChoice({ banks, form, chosen, last, query, error, words }: BankChoiceProps) {
  const [typed, setTyped] = useState(query)
  const [picked, setPicked] = useState(chosen)
  const search = useEarlyText(setTyped)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // A bank may have been chosen before hydration.
    const early = list.current?.querySelector<HTMLInputElement>('input:checked')?.value
    if (early) setPicked(early)
  }, [])
  const parts = fold(typed).split(/\s+/)
  const shown = banks.filter(({ text }) => parts.every(part => text.includes(part)))
  const isOut = picked !== null && !shown.some(({ code }) => code === picked)
  const found =
    shown.length === 0
      ? words.none
      : shown.length === 1
        ? words.foundOne
        : words.found.replace('{count}', String(shown.length))
  return (
    <div className="grid gap-4">
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
              onChange={event => setTyped(event.target.value)}
              className={controlClass}
            />
            <noscript>
              <button type="submit" className="min-h-11 rounded-xl border border-control px-4 font-semibold">
                {words.submit}
              </button>
            </noscript>
          </div>
        </form>
      </search>
      <fieldset aria-describedby={error ? 'pay-bank-error' : undefined}>
        <legend className="sr-only">{words.title}</legend>
        <p role="status" className="mb-2 text-sm text-soft">
          {found}
        </p>
        {/* Keeps the chosen bank in the form while the search hides it. */}
        {isOut ? <input type="hidden" name="bank" value={picked} form={form} /> : null}
        <ul ref={list} className="grid gap-2 sm:grid-cols-2">
          {shown.map(bank => (
            <li key={bank.code}>
              <label className="flex h-full min-h-16 cursor-pointer items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-3 transition-[border-color,box-shadow] duration-150 hover:border-brand has-checked:border-brand has-checked:bg-brand-tint has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
                <input
                  type="radio"
                  name="bank"
                  value={bank.code}
                  form={form}
                  required
                  data-missing={`${words.title}.`}
                  checked={picked === bank.code}
                  onChange={() => setPicked(bank.code)}
                  className="size-5 shrink-0 accent-brand"
                />
                <BankLogo bank={bank} size="small" />
                <span className="min-w-0">
                  <span className="block font-semibold leading-snug wrap-anywhere">{bank.name}</span>
                  <span className="block text-sm text-soft">
                    {bank.answers
                      ? [last === bank.code ? words.last : bank.group, bank.city, bank.isInstant ? words.instant : null]
                          .filter(Boolean)
                          .join(' · ')
                      : words.down}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {shown.length === 0 ? (
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
        {error ? (
          <p id="pay-bank-error" role="alert" className="mt-2 text-sm font-medium text-danger">
            {error}
          </p>
        ) : null}
      </fieldset>
    </div>
  )
}

const unread = { check: 'empty', length: 0, expectedLength: null } as const

type IbanFieldProps = {
  id: string
  name: string
  label: string
  hint: string
  error: string | null
  /** The message for each result of the check, with placeholders `{length}` and `{expected}`. */
  words: Readonly<Record<Exclude<IbanCheck, 'empty'>, string>>
}

/** The payer's IBAN, checked while typing: a valid one is confirmed at once, faults are shown when the field is left. */
export function IbanField({ id, name, label, hint, error, words }: IbanFieldProps) {
  const [typed, setTyped] = useState('')
  const field = useEarlyText(setTyped)
  const [isLeft, setLeft] = useState(false)
  const [reader, setReader] = useState<{ readonly readTypedIban: typeof readTypedIban } | null>(null)
  useEffect(() => {
    // What a country's IBANs look like is loaded for those who type one.
    if (typed !== '') import('#lib/domain/payments/payee/iban.ts').then(setReader, () => undefined)
  }, [typed])
  const { check, length, expectedLength } = reader?.readTypedIban(typed) ?? unread
  const isFaulty = check !== 'empty' && check !== 'typing' && check !== 'sound'
  const said = check === 'empty' ? '' : fill(words[check], { length, expected: expectedLength ?? 34 })
  const shown = isLeft && (isFaulty || check === 'typing') ? said : check === 'empty' ? error : null
  return (
    <div className="grid gap-1">
      <TextField
        ref={field}
        id={id}
        name={name}
        label={label}
        hint={hint}
        error={shown}
        value={typed}
        maxLength={60}
        autoCapitalize="characters"
        spellCheck={false}
        inputMode="text"
        className="tabular"
        onChange={event => setTyped(event.target.value)}
        onBlur={() => setLeft(true)}
      />
      <p role="status" className="min-h-5 text-sm text-positive">
        {check === 'sound' ? said : check === 'typing' && !shown ? <span className="text-soft">{said}</span> : ''}
      </p>
    </div>
  )
}

function fill(text: string, values: { readonly length: number; readonly expected: number }): string {
  return text.replace('{length}', String(values.length)).replace('{expected}', String(values.expected))
}
