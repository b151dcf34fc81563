'use client'

import { useTranslations } from 'next-intl'
import { type FormState, linesOf, type ReadText } from '#components/actions/form.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { networkFaults } from '#lib/domain/requests/network.ts'
import type { ApiKeyView } from '#lib/views/api-key.ts'

const endFaults = ['past', 'too_late'] as const

/** Sentences for the faults of a key's name and limits, by the field that a refusal names. */
export function useKeyFault() {
  const t = useTranslations('keys')
  return (field: string): string | null => {
    const [name, part = '', fault] = field.split('.')
    if (name === 'name') return t('faultName')
    if (name === 'expiresOn') return t(`endFaults.${endFaults.find(one => one === part) ?? 'other'}`)
    if (name !== 'allowedNetworks') return null
    const known = networkFaults.find(one => one === fault)
    return known === undefined
      ? t('networkFaults.too_many')
      : t('networkFault', { line: Number(part) + 1, words: t(`networkFaults.${known}`) })
  }
}

type KeyFieldsProps = { id: string; form: Pick<FormState, 'field'>; view?: ApiKeyView }

/** Name, last day and allowed addresses of a key, new or changed. */
export function KeyFields({ id, form, view }: KeyFieldsProps) {
  const t = useTranslations('keys')
  return (
    <>
      <TextField
        {...form.field('name', `${id}-name`)}
        label={t('name')}
        hint={t('nameHint')}
        defaultValue={view?.name}
        maxLength={80}
      />
      <DateField
        {...form.field('expiresOn', `${id}-end`)}
        label={t('end')}
        hint={t('endHint')}
        value={view?.expiresOn ?? ''}
        className="max-w-sm"
      />
      <TextAreaField
        {...form.field('allowedNetworks', `${id}-networks`)}
        label={t('networks')}
        hint={t('networksHint')}
        rows={3}
        defaultValue={view?.allowedNetworks.join('\n')}
        spellCheck={false}
        autoComplete="off"
        areaClass="font-mono text-sm"
      />
    </>
  )
}

/** The same as sent: an empty day is none. */
export function keyLimitsOf(text: ReadText) {
  return { name: text('name'), expiresOn: text('expiresOn') || null, allowedNetworks: linesOf(text('allowedNetworks')) }
}
