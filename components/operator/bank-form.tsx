'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { describeControl, Field, TextField } from '#components/ui/field.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { Select } from '#components/ui/select.tsx'
import { bankFeatures } from '#lib/domain/bank/features.ts'
import type { NewBankEntry } from '#lib/views/operator.ts'

const texts = ['name', 'group', 'bic', 'city', 'initials'] as const
const addresses = ['baseUrl', 'screensUrl', 'platform'] as const
const limits = ['connectMs', 'attendedMs', 'batchMs', 'bodyMs', 'maxConnections', 'parallelPages'] as const
const flags = ['enabled', 'pkce', 'appToApp'] as const
const colors = ['brandColor', 'brandInk'] as const

/** Adds or changes a bank; faults are shown at the field, with the remedy. */
export function BankForm({ entry, isNew }: { entry: NewBankEntry; isNew: boolean }) {
  const t = useTranslations('operatorForms.bank')
  const router = useRouter()
  const action = useAction()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = readForm(new FormData(event.currentTarget), isNew)
    const url = isNew ? '/api/operator/banks' : `/api/operator/banks/${entry.code}`
    const saved = await action.run(() => sendOnly(isNew ? 'POST' : 'PUT', url, sent))
    if (saved && isNew) router.push(`/operator/banks/${sent.code}`)
  }
  const errorOf = (name: FieldName) => (action.field === name ? t(`faults.${name}`) : undefined)
  const faultOf = (field: string) => (isField(field) ? t(`faults.${field}`) : null)
  const control = { errorOf, entry }
  return (
    <Card>
      <ScriptedForm onSubmit={save} noValidate className="grid grid-cols-1 gap-8">
        <Fieldset legend={t('identity')}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            {isNew ? <TextControl {...control} name="code" /> : null}
            {texts.map(name => (
              <TextControl key={name} {...control} name={name} />
            ))}
            {colors.map(name => (
              <TextControl key={name} {...control} name={name} />
            ))}
          </div>
        </Fieldset>
        <Fieldset legend={t('interface')}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            {addresses.map(name => (
              <TextControl key={name} {...control} name={name} hinted />
            ))}
            <Field id="aisVersion" label={t('fields.aisVersion')}>
              <Select
                {...describeControl({ id: 'aisVersion', label: '' })}
                name="aisVersion"
                defaultValue={entry.aisVersion}
              >
                <option>1.6.2</option>
                <option>1.4.2</option>
              </Select>
            </Field>
          </div>
          <div className="mt-5 grid grid-cols-1 gap-2">
            {flags.map(name => (
              <Checkbox key={name} name={name} defaultChecked={entry[name]} label={t(`fields.${name}`)} />
            ))}
          </div>
        </Fieldset>
        <Fieldset legend={t('supports')}>
          <p className="mb-2 text-sm text-soft">{t('supportsText')}</p>
          <div className="grid grid-cols-1 gap-2">
            {bankFeatures.map(name => (
              <Checkbox
                key={name}
                name={name}
                defaultChecked={entry.supports.includes(name)}
                label={t(`features.${name}`)}
              />
            ))}
          </div>
        </Fieldset>
        <Fieldset legend={t('limits')}>
          <p className="mb-4 text-sm text-soft">{t('limitsText')}</p>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            {limits.map(name => (
              <TextControl key={name} {...control} name={name} inputMode="numeric" />
            ))}
          </div>
        </Fieldset>
        <ActionNote action={action} done={t('saved')} faultOf={faultOf} />
        <div>
          <Button type="submit" loading={action.pending}>
            {isNew ? t('add') : t('save')}
          </Button>
        </div>
      </ScriptedForm>
    </Card>
  )
}

const fieldNames = ['code', ...texts, ...addresses, ...limits, ...colors] as const
type FieldName = (typeof fieldNames)[number]

function isField(text: string): text is FieldName {
  return fieldNames.some(name => name === text)
}

type TextControlProps = {
  name: FieldName
  entry: NewBankEntry
  errorOf: (name: FieldName) => string | undefined
  hinted?: boolean
  inputMode?: 'numeric'
}

function TextControl({ name, entry, errorOf, hinted = false, inputMode }: TextControlProps) {
  const t = useTranslations('operatorForms.bank')
  const isHinted = hinted && (name === 'baseUrl' || name === 'screensUrl' || name === 'platform')
  return (
    <TextField
      id={name}
      name={name}
      label={t(`fields.${name}`)}
      hint={isHinted ? t(`hints.${name}`) : undefined}
      error={errorOf(name)}
      defaultValue={entry[name] ?? ''}
      autoComplete="off"
      inputMode={inputMode}
    />
  )
}

function readForm(form: FormData, isNew: boolean): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const strings = [
    'name',
    'group',
    'bic',
    'initials',
    ...addresses,
    ...colors,
    'aisVersion',
    ...(isNew ? ['code'] : []),
  ]
  return {
    ...Object.fromEntries(strings.map(name => [name, text(name)])),
    city: text('city') === '' ? null : text('city'),
    ...Object.fromEntries(flags.map(name => [name, form.get(name) !== null])),
    supports: bankFeatures.filter(name => form.get(name) !== null),
    ...Object.fromEntries(limits.map(name => [name, text(name) === '' ? null : Number(text(name))])),
  }
}
