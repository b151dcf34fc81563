'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { TextField } from '#components/ui/field.tsx'
import { useTypedIban } from '#components/ui/use-typed-iban.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { TypedIban } from '#lib/domain/payments/payee/iban.ts'

type IbanFieldProps = {
  id: string
  label: string
  defaultValue: string
  error?: string | undefined
  /** Names of our banks by code. */
  banks: Readonly<Record<string, string>>
  onText?: (text: string) => void
}

/** An IBAN checked while typing: country, length, check digits, and the bank's name if it is in the directory. */
export function IbanField({ id, label, defaultValue, error, banks, onText }: IbanFieldProps) {
  const [text, setText] = useState(defaultValue)
  // A refusal is about what was sent: it is not shown beside what is said of another text.
  const [refused, setRefused] = useState({ error, text })
  if (refused.error !== error) setRefused({ error, text })
  const shown = refused.text === text ? error : undefined
  const typed = useTypedIban(text)
  const say = useIbanMessage(banks)
  return (
    <div className="grid gap-1.5">
      <TextField
        id={id}
        name="iban"
        label={label}
        defaultValue={defaultValue}
        error={shown}
        onInput={event => {
          setText(event.currentTarget.value)
          onText?.(event.currentTarget.value)
        }}
        autoCapitalize="characters"
        spellCheck={false}
        translate="no"
        maxLength={60}
      />
      <p aria-live="polite" className={`min-h-5 text-sm ${lookOf(typed)}`}>
        {shown ? null : say(typed)}
      </p>
    </div>
  )
}

function lookOf({ check }: TypedIban): string {
  if (check === 'sound') return 'font-medium text-positive'
  return check === 'empty' || check === 'typing' ? 'text-soft' : 'font-medium text-danger'
}

function useIbanMessage(banks: Readonly<Record<string, string>>): (typed: TypedIban) => string {
  const t = useTranslations('transfers.iban')
  const locale = useLocale()
  return ({ check, country, length, expectedLength, bankCode }) => {
    const expected = expectedLength ?? 0
    switch (check) {
      case 'empty':
        return t('typingAny')
      case 'typing':
        return expectedLength === null ? t('typingAny') : t('typing', { length, expected })
      case 'too_long':
        return t('too_long', { length, expected })
      case 'country_unknown':
        return t('country_unknown', { country: country ?? '' })
      case 'characters':
      case 'check_digits':
      case 'not_sepa':
        return t(check)
      case 'sound': {
        const bank = bankCode === null ? undefined : banks[bankCode]
        return bank === undefined ? t('sound', { country: countryName(country, locale) }) : t('soundAt', nameBank(bank))
      }
    }
  }
}

function countryName(country: string | null, locale: string): string {
  if (country === null) return ''
  return new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
}
