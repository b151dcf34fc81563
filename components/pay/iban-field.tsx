'use client'

import { useState } from 'react'
import { TextField } from '#components/ui/field.tsx'
import { useEarlyText } from '#components/ui/use-early-text.ts'
import { type IbanCheck, readTypedIban } from '#lib/domain/payments/payee/iban.ts'

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
  const { check, length, expectedLength } = readTypedIban(typed)
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
        autoComplete="off"
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
