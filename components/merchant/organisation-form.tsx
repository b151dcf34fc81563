'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Form, faultsOf, type ReadText, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { type Choice, SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import type { OrganisationView } from '#lib/views/organisation.ts'

const texts = ['name', 'legalName', 'registrationNumber', 'email', 'website'] as const
const faultNames = [...texts, 'country', 'addressLines'] as const
type FaultName = (typeof faultNames)[number]

type Values = Pick<OrganisationView, FaultName | 'locale'> & Partial<Pick<OrganisationView, 'instant'>>
type OrganisationFormProps = {
  /** Null creates a new one. */
  organisation: string | null
  values: Values
  countries: readonly Choice[]
  button: string
}

/** The details of an organisation. */
export function OrganisationForm({ organisation, values, countries, button }: OrganisationFormProps) {
  const t = useTranslations('merchant.org')
  const router = useRouter()
  const form = useForm({
    send: text =>
      organisation === null
        ? sendOnly('POST', '/api/merchant/organisations', readForm(text))
        : sendOnly('PUT', `/api/merchant/settings?organisation=${organisation}`, {
            ...readForm(text),
            instant: text('instant') === '' ? 'never' : 'preferred',
          }),
    faults: faultsOf(faultNames, name => t(`faults.${name}`)),
    onDone: () => {
      if (organisation === null) router.push('/merchant')
    },
  })
  const hints: Partial<Record<FaultName, string>> = { legalName: t('legalNameHint') }
  return (
    <Form form={form} submit={button} done={t('saved')} className="stack gap-5">
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
        {texts.map(name => (
          <TextField
            key={name}
            {...form.field(name)}
            label={t(name)}
            hint={hints[name]}
            defaultValue={values[name] ?? ''}
            type={name === 'email' ? 'email' : name === 'website' ? 'url' : 'text'}
          />
        ))}
        <SelectField
          {...form.field('country')}
          label={t('country')}
          defaultValue={values.country}
          choices={countries}
        />
      </div>
      <TextAreaField
        {...form.field('addressLines')}
        label={t('addressLines')}
        hint={t('addressHint')}
        rows={3}
        defaultValue={values.addressLines.join('\n')}
      />
      <SelectField
        name="locale"
        label={t('locale')}
        defaultValue={values.locale}
        choices={[
          ['fr', t('fr')],
          ['en', t('en')],
        ]}
      />
      {values.instant === undefined ? null : (
        <Checkbox
          name="instant"
          value="yes"
          label={t('instant')}
          hint={t('instantHint')}
          defaultChecked={values.instant === 'preferred'}
        />
      )}
    </Form>
  )
}

function readForm(text: ReadText) {
  return {
    ...Object.fromEntries(texts.map(name => [name, text(name)])),
    country: text('country'),
    addressLines: text('addressLines').split('\n'),
    locale: text('locale'),
  }
}
