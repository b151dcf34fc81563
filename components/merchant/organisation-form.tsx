'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { controlClass, describeControl, Field, TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { Select } from '#components/ui/select.tsx'
import type { OrganisationView } from '#lib/views/organisation.ts'

const texts = ['name', 'legalName', 'registrationNumber', 'email', 'website', 'country'] as const
const faultNames = [...texts, 'addressLines'] as const
type FaultName = (typeof faultNames)[number]
const isFault = (text: string): text is FaultName => faultNames.some(name => name === text)

type Values = Pick<OrganisationView, FaultName | 'locale'>
type OrganisationFormProps = {
  /** Null creates a new one. */
  organisation: string | null
  values: Values
  button: string
}

/** The details of an organisation. */
export function OrganisationForm({ organisation, values, button }: OrganisationFormProps) {
  const t = useTranslations('merchant.org')
  const router = useRouter()
  const action = useAction()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = readForm(new FormData(event.currentTarget))
    const saved = await action.run(() =>
      organisation === null
        ? sendOnly('POST', '/api/merchant/organisations', sent)
        : sendOnly('PUT', `/api/merchant/settings?organisation=${organisation}`, sent),
    )
    if (saved && organisation === null) router.push('/merchant')
  }
  const error = (name: FaultName) => (action.field === name ? t(`faults.${name}`) : undefined)
  const address = { id: 'addressLines', label: t('addressLines'), hint: t('addressHint'), error: error('addressLines') }
  const hints: Partial<Record<FaultName, string>> = { legalName: t('legalNameHint') }
  return (
    <ScriptedForm onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
        {texts.map(name => (
          <TextField
            key={name}
            id={name}
            name={name}
            label={t(name)}
            hint={hints[name]}
            error={error(name)}
            defaultValue={values[name] ?? ''}
            type={name === 'email' ? 'email' : name === 'website' ? 'url' : 'text'}
            autoComplete="off"
          />
        ))}
      </div>
      <Field {...address}>
        <textarea
          {...describeControl(address)}
          name="addressLines"
          rows={3}
          defaultValue={values.addressLines.join('\n')}
          className={`${controlClass} py-2`}
        />
      </Field>
      <Field id="locale" label={t('locale')}>
        <Select id="locale" name="locale" defaultValue={values.locale}>
          <option value="fr">{t('fr')}</option>
          <option value="en">{t('en')}</option>
        </Select>
      </Field>
      <ActionNote action={action} done={t('saved')} faultOf={field => (isFault(field) ? t(`faults.${field}`) : null)} />
      <div>
        <Button type="submit" loading={action.pending}>
          {button}
        </Button>
      </div>
    </ScriptedForm>
  )
}

function readForm(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    ...Object.fromEntries(texts.map(name => [name, text(name)])),
    country: text('country').toUpperCase(),
    addressLines: text('addressLines').split('\n'),
    locale: text('locale'),
  }
}
