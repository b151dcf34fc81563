'use client'

import { isIban } from '@guichet/values/money/iban.ts'
import { bareIban } from '@guichet/values/money/iban-text.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useWaiting } from '#components/ui/scripted.tsx'

type NameIbanProps = { taken: readonly string[]; onName: (iban: string) => void }

/**
 * Adds an account that the bank does not list. Banks of v1.4.2 list consented accounts only, so a new account can only be
 * added by its IBAN (document 1: a consent may be sent without a listing if the IBAN is known). Before the first consent they
 * list all.
 */
export function NameIban({ taken, onName }: NameIbanProps) {
  const t = useTranslations('consent.nameIban')
  const [text, setText] = useState('')
  const waiting = useWaiting()
  const [fault, setFault] = useState<'invalid' | 'taken' | null>(null)
  const [said, setSaid] = useState('')
  function name() {
    const iban = bareIban(text)
    const wrong = !isIban(iban) ? 'invalid' : taken.includes(iban) ? 'taken' : null
    setFault(wrong)
    if (wrong) return
    onName(iban)
    setText('')
    setSaid(t('done'))
  }
  return (
    <div>
      <h2 className="text-lg font-semibold">{t('title')}</h2>
      <p className="mt-1 text-[0.9375rem] text-soft">{t('text')}</p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          {...waiting}
          id="name-iban"
          label={t('label')}
          error={fault ? t(fault) : undefined}
          value={text}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="min-w-0 flex-1 basis-72"
          onChange={event => {
            setText(event.target.value)
            setFault(null)
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            name()
          }}
        />
        <Button variant="secondary" onClick={name}>
          {t('action')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
