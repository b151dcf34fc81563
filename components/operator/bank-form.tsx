'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Form, type FormState, faultsOf, type ReadText, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Card } from '#components/ui/card.tsx'
import { Checkbox, Fieldset, SelectField, TextField } from '#components/ui/field.tsx'
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
  const form = useForm({
    send: async (text, data) => {
      const sent = readForm(text, data, isNew)
      await sendOnly(isNew ? 'POST' : 'PUT', `/api/operator/banks${isNew ? '' : `/${entry.code}`}`, sent)
      if (isNew) router.push(`/operator/banks/${text('code')}`)
    },
    faults: faultsOf(fieldNames, name => t(`faults.${name}`)),
  })
  const control = { form, entry }
  return (
    <Card>
      <Form form={form} submit={isNew ? t('add') : t('save')} done={t('saved')} className="grid grid-cols-1 gap-8">
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
            <SelectField
              id="aisVersion"
              name="aisVersion"
              label={t('fields.aisVersion')}
              defaultValue={entry.aisVersion}
            >
              <option>1.6.2</option>
              <option>1.4.2</option>
            </SelectField>
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
      </Form>
    </Card>
  )
}

const fieldNames = ['code', ...texts, ...addresses, ...limits, ...colors] as const
type FieldName = (typeof fieldNames)[number]

type TextControlProps = {
  name: FieldName
  entry: NewBankEntry
  form: Pick<FormState, 'field'>
  hinted?: boolean
  inputMode?: 'numeric'
}

function TextControl({ name, entry, form, hinted = false, inputMode }: TextControlProps) {
  const t = useTranslations('operatorForms.bank')
  const isHinted = hinted && (name === 'baseUrl' || name === 'screensUrl' || name === 'platform')
  return (
    <TextField
      {...form.field(name)}
      label={t(`fields.${name}`)}
      hint={isHinted ? t(`hints.${name}`) : undefined}
      defaultValue={entry[name] ?? ''}
      autoComplete="off"
      inputMode={inputMode}
    />
  )
}

function readForm(text: ReadText, data: FormData, isNew: boolean) {
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
    ...Object.fromEntries(flags.map(name => [name, data.has(name)])),
    supports: bankFeatures.filter(name => data.has(name)),
    ...Object.fromEntries(limits.map(name => [name, text(name) === '' ? null : Number(text(name))])),
  }
}
