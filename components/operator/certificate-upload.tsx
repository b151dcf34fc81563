'use client'

import { useTranslations } from 'next-intl'
import { Form, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Fieldset } from '#components/ui/fieldset.tsx'
import { FileField } from '#components/ui/file-field.tsx'

const uses = ['qwac', 'qsealc'] as const
type Use = (typeof uses)[number]
const faults = [
  'certificate',
  'key',
  'password',
  'mismatch',
  'key_type',
  'use',
  'organisation',
  'validity',
  'roles',
  'chain',
  'known',
  'data',
  'elsewhere',
  'no_answer',
  'refused',
  'wrong_key',
  'settings',
] as const

/** Uploads new certificates with their keys, as PEM or PKCS#12, to the vault. */
export function CertificateUpload() {
  const t = useTranslations('operatorForms.certificates')
  const form = useForm({
    send: async (_, data) => {
      const [qwac, qsealc] = await Promise.all(uses.map(use => readOne(data, use)))
      await sendOnly('POST', '/api/operator/certificates', { qwac, qsealc })
    },
    faults: field => {
      const [use = '', name = ''] = field.split('.')
      const fault = faults.find(known => known === name)
      return fault ? `${use === 'qwac' ? 'QWAC' : 'QSealC'} : ${t(`faults.${fault}`)}` : null
    },
    clears: true,
  })
  return (
    <Card aria-labelledby="upload-title">
      <CardHeader id="upload-title" title={t('newTitle')} description={t('newText')} />
      <Form form={form} submit={t('stage')} done={t('staged')} checks className="mt-5 grid gap-6">
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
          {uses.map(use => (
            <OneUpload key={use} use={use} />
          ))}
        </div>
      </Form>
    </Card>
  )
}

function OneUpload({ use }: { use: Use }) {
  const t = useTranslations('operatorForms.certificates')
  const name = use === 'qwac' ? 'QWAC' : 'QSealC'
  return (
    <Fieldset legend={name} className="grid content-start gap-4">
      <FileField
        id={`${use}-data`}
        name={`${use}-data`}
        label={t('certificateFile', { name })}
        hint={t('certificateHint')}
        required
      />
      <FileField id={`${use}-key`} name={`${use}-key`} label={t('keyFile', { name })} hint={t('keyHint')} />
      {use === 'qsealc' && (
        <TextField
          id="qsealc-named"
          name="qsealc-named"
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          label={t('keyName')}
          hint={t('keyNameHint')}
        />
      )}
      <TextField
        id={`${use}-password`}
        name={`${use}-password`}
        type="password"
        autoComplete="off"
        label={t('keyPassword', { name })}
      />
    </Fieldset>
  )
}

/** PEM as text, anything else as base64. */
async function readOne(form: FormData, use: Use): Promise<{ data: string; key: string; password: string }> {
  const [data, key] = await Promise.all([readFile(form.get(`${use}-data`)), readFile(form.get(`${use}-key`))])
  const named = String(form.get(`${use}-named`) ?? '').trim()
  return { data, key: named || key, password: String(form.get(`${use}-password`) ?? '') }
}

async function readFile(file: FormDataEntryValue | null): Promise<string> {
  if (!(file instanceof File) || file.size === 0) return ''
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder('latin1').decode(bytes)
  return text.includes('-----BEGIN') ? text : btoa(text)
}
