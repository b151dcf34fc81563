'use client'

import { useTranslations } from 'next-intl'
import { DateField } from '#components/ui/date-field.tsx'
import { controlClass, describeControl, Field, TextField } from '#components/ui/field.tsx'
import type { ApiKeyView } from '#lib/views/api-key.ts'

const endFaults = ['past', 'too_late'] as const
const networkFaults = ['not_a_network', 'host_bits', 'too_wide'] as const

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

type KeyFieldsProps = { id: string; field: string | null | undefined; view?: ApiKeyView }

/** Name, last day and allowed addresses of a key, new or changed. `field`: the one that was refused. */
export function KeyFields({ id, field, view }: KeyFieldsProps) {
  const t = useTranslations('keys')
  const faultOf = useKeyFault()
  const error = (name: string) => (field?.split('.')[0] === name ? faultOf(field) : undefined)
  const networks = {
    id: `${id}-networks`,
    label: t('networks'),
    hint: t('networksHint'),
    error: error('allowedNetworks'),
  }
  return (
    <>
      <TextField
        id={`${id}-name`}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        defaultValue={view?.name}
        maxLength={80}
        autoComplete="off"
        error={error('name')}
      />
      <DateField
        id={`${id}-end`}
        name="expiresOn"
        label={t('end')}
        hint={t('endHint')}
        value={view?.expiresOn ?? ''}
        error={error('expiresOn')}
        className="max-w-sm"
      />
      <Field {...networks}>
        <textarea
          {...describeControl(networks)}
          name="allowedNetworks"
          rows={3}
          defaultValue={view?.allowedNetworks.join('\n')}
          spellCheck={false}
          autoComplete="off"
          className={`${controlClass} py-2 font-mono text-sm`}
        />
      </Field>
    </>
  )
}

/** The same as sent: an empty day is none, and empty lines are none. */
export function keyLimitsOf(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const allowedNetworks = text('allowedNetworks')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return { name: text('name'), expiresOn: text('expiresOn') || null, allowedNetworks }
}
