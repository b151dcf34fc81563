'use client'

import { serialFaults } from '@guichet/stet/terms/certificate-serial.ts'
import { useTranslations } from 'next-intl'
import { Form, useForm } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Badge, Card, DescriptionList, type Tone } from '#components/ui/card.tsx'
import { Fieldset, TextField } from '#components/ui/field.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { Progress } from '#components/ui/progress.tsx'
import type { CertificateFacts, CertificateSetView, RevokedCertificateView } from '#lib/views/operator.ts'
import { AddForm } from './add-form.tsx'
import { DataTable } from './data-table.tsx'

const tones: Record<CertificateFacts['alarm'], Tone> = {
  none: 'success',
  notice: 'info',
  warning: 'warning',
  danger: 'danger',
  over: 'danger',
}

/** A QWAC and a QSealC: holder, roles, remaining validity, and for a pending set the button that activates it. */
export function CertificateSet({ set }: { set: CertificateSetView }) {
  const t = useTranslations('operatorForms.certificates')
  const id = `set-${set.id ?? 'files'}`
  return (
    <Card
      titleId={id}
      title={set.id === null ? t('files') : t('set', { print: set.qsealc.fingerprint.slice(0, 8) })}
      text={t(`statusText.${set.status}`)}
      action={
        <Badge tone={set.status === 'active' ? 'success' : set.status === 'staged' ? 'warning' : 'neutral'}>
          {t(`status.${set.status}`)}
        </Badge>
      }
    >
      <div className="mt-5 grid grid-cols-1 gap-8 lg:grid-cols-2">
        <Certificate facts={set.qwac} name="QWAC" />
        <Certificate facts={set.qsealc} name="QSealC" />
      </div>
      <Times set={set} />
      {set.status === 'staged' && set.id !== null ? (
        <Roll id={set.id} registered={Object.keys(set.registeredAt).length > 0} />
      ) : null}
    </Card>
  )
}

function Certificate({ facts, name }: { facts: CertificateFacts; name: string }) {
  const t = useTranslations('operatorForms.certificates')
  const length = Math.max(1, Math.round((Date.parse(facts.validTo) - Date.parse(facts.validFrom)) / 86_400_000))
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={tones[facts.alarm]}>
          {facts.daysLeft > 0 ? t('daysLeft', { days: facts.daysLeft }) : t('over')}
        </Badge>
      </div>
      <Progress label={t('remaining', { name })} value={Math.max(0, facts.daysLeft)} max={length} />
      <DescriptionList
        className="mt-4 text-[0.9375rem]"
        items={[
          { term: t('organisation'), value: facts.organisationId ?? '–' },
          { term: t('roles'), value: facts.roles.join(', ') || '–' },
          { term: t('subject'), value: facts.subject },
          { term: t('issuer'), value: facts.issuer },
          {
            term: t('validity'),
            value: (
              <>
                <DateText value={facts.validFrom} /> – <DateText value={facts.validTo} />
              </>
            ),
          },
          { term: t('fingerprint'), value: <code className="text-xs wrap-anywhere">{facts.fingerprint}</code> },
        ]}
      />
    </div>
  )
}

function Times({ set }: { set: CertificateSetView }) {
  const t = useTranslations('operatorForms.certificates')
  const moments = [
    [t('added'), set.createdAt],
    ...Object.entries(set.registeredAt).map(([platform, at]) => [t('toldTo', { platform }), at] as const),
    [t('activated'), set.activatedAt],
    [t('retired'), set.retiredAt],
  ] as const
  const known = moments.flatMap(([term, at]) => (at === null ? [] : [[term, at] as const]))
  if (known.length === 0) return null
  return (
    <ol className="mt-6 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4 text-sm text-soft">
      {known.map(([term, at]) => (
        <li key={term}>
          {term} <DateText value={at} style="moment" />
        </li>
      ))}
      {set.status === 'retired' && set.id !== null ? <li>{set.keysKept ? t('keysKept') : t('keysGone')}</li> : null}
    </ol>
  )
}

function Roll({ id, registered }: { id: string; registered: boolean }) {
  const t = useTranslations('operatorForms.certificates')
  const action = useAction()
  const url = `/api/operator/certificates/${id}`
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <p className="text-[0.9375rem] text-soft">{t('rollText')}</p>
      <div className="flex flex-wrap gap-2">
        <Button loading={action.pending} onClick={() => action.run(() => sendOnly('POST', `${url}/roll`))}>
          {registered ? t('rollOn') : t('roll')}
        </Button>
        {registered ? null : (
          <Button variant="danger" disabled={action.pending} onClick={() => action.run(() => sendOnly('DELETE', url))}>
            {t('discard')}
          </Button>
        )}
      </div>
      <ActionNote action={action} />
    </div>
  )
}

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
    <Card titleId="upload-title" title={t('newTitle')} text={t('newText')}>
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
      <FileField name={`${use}-data`} label={t('certificateFile', { name })} hint={t('certificateHint')} required />
      <FileField name={`${use}-key`} label={t('keyFile', { name })} hint={t('keyHint')} />
      {use === 'qsealc' && (
        <TextField
          name="qsealc-named"
          maxLength={400}
          spellCheck={false}
          label={t('keyName')}
          hint={t('keyNameHint')}
        />
      )}
      <TextField name={`${use}-password`} type="password" label={t('keyPassword', { name })} />
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

const revokedUrl = '/api/operator/revoked'
const revokedFields = ['serial', 'issuer', 'reason'] as const
const revocationFaults = [...serialFaults, 'full'] as const

/** The certificates that are refused for every bank, and the form that adds one. */
export function RevokedCertificates({ certificates }: { certificates: readonly RevokedCertificateView[] }) {
  const t = useTranslations('operatorForms.revoked')
  const removing = useAction()
  return (
    <Card flush titleId="revoked-title" title={t('title')} text={t('text')}>
      <DataTable
        caption={t('title')}
        empty={t('none')}
        rows={certificates}
        keyOf={({ serial }) => serial}
        columns={[
          { key: 'serial', head: t('fields.serial'), wide: true, cell: ({ serial }) => <code>{serial}</code> },
          {
            key: 'reason',
            head: t('fields.reason'),
            wide: true,
            cell: ({ issuer, reason }) => (issuer ? `${reason} (${issuer})` : reason),
          },
          { key: 'since', head: t('since'), cell: one => <DateText value={one.createdAt} style="moment" /> },
          {
            key: 'remove',
            head: <span className="sr-only">{t('remove')}</span>,
            cell: ({ serial }) => (
              <Button
                variant="secondary"
                size="small"
                disabled={removing.pending}
                aria-label={t('removeOne', { serial })}
                onClick={() => removing.run(() => sendOnly('DELETE', `${revokedUrl}/${serial}`))}
              >
                {t('remove')}
              </Button>
            ),
          },
        ]}
      />
      <ActionNote action={removing} className="px-5 py-3 sm:px-6" />
      <NewRevokedForm />
    </Card>
  )
}

function NewRevokedForm() {
  const t = useTranslations('operatorForms.revoked')
  const form = useForm({
    send: text => sendOnly('POST', revokedUrl, Object.fromEntries(revokedFields.map(name => [name, text(name)]))),
    faults: field => {
      const [name, what] = field.split('.')
      const fault = revocationFaults.find(known => known === what)
      if (name === 'serial') return t(`faults.${fault ?? 'not_hexadecimal'}`)
      return name === 'reason' || name === 'issuer' ? t(`faults.${name}`) : null
    },
    clears: true,
  })
  return (
    <AddForm form={form} t={t}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {revokedFields.map(name => (
          <TextField
            key={name}
            {...form.field(name, `revoked-${name}`)}
            label={t(`fields.${name}`)}
            hint={t(`hints.${name}`)}
          />
        ))}
      </div>
    </AddForm>
  )
}
