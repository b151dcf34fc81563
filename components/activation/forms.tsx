'use client'

import { useTranslations } from 'next-intl'
import { ActionButton, Form, faultsOf, fileOf, useForm } from '#components/actions/form.tsx'
import { ActionNote } from '#components/actions/use-action.tsx'
import { sendForm, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { documentKinds, documentTypes } from '#lib/domain/merchant/document.ts'
import type { DocumentView, StoredDocument } from '#lib/views/activation.ts'

type DocumentPanelProps = {
  organisation: string
  documents: readonly DocumentView[]
  mayChange: boolean
}

const faults = ['empty', 'too_large', 'type', 'too_many', 'documents'] as const

/** Documents for an activation: those that are there, and a form for another. */
export function DocumentPanel({ organisation, documents, mayChange }: DocumentPanelProps) {
  const t = useTranslations('activation.documents')
  const base = '/api/merchant/activation/documents'
  const query = `?organisation=${organisation}`
  const form = useForm<unknown>({
    send: (text, data) => sendForm<StoredDocument>(`${base}${query}`, { kind: text('kind'), file: fileOf(data) }),
    faults: field => {
      const fault = faults.find(one => field === one || field === `file.${one}`)
      return fault ? t(`faults.${fault}`) : null
    },
  })
  const remove = (id: string) => form.run(() => sendOnly('DELETE', `${base}/${id}${query}`))
  return (
    <div className="stack gap-4">
      {documents.length === 0 ? null : (
        <ul aria-label={t('list')} className="divide-y divide-line rounded-xl border border-line">
          {documents.map(({ id, kind, name, bytes }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-0">
                <span className="font-medium">{t(`short.${kind}`)}</span>{' '}
                <span className="wrap-anywhere text-sm text-soft">
                  <bdi>{name}</bdi> · {t('size', { size: Math.max(1, Math.round(bytes / 1024)) })}
                </span>
              </span>
              {mayChange ? (
                <Button
                  variant="quiet"
                  size="small"
                  disabled={form.pending}
                  aria-label={t('removeNamed', { name: `${t(`short.${kind}`)} ${name}` })}
                  onClick={() => remove(id)}
                >
                  {t('remove')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <ScriptedForm
          key={documents.length}
          onSubmit={form.submit}
          noValidate
          className="grid grid-cols-1 gap-4 sm:grid-cols-2"
        >
          <SelectField
            id="document-kind"
            name="kind"
            label={t('kind')}
            defaultValue={nextKind(documents)}
            choices={documentKinds.map(kind => [kind, t(`kinds.${kind}`)])}
          />
          <FileField {...form.field('file', 'document-file')} label={t('file')} accept={documentTypes.join(',')} />
          <div className="sm:col-span-2">
            <Button type="submit" variant="secondary" loading={form.pending}>
              {t('upload')}
            </Button>
          </div>
        </ScriptedForm>
      ) : null}
      <ActionNote action={form} done={t('uploaded')} faultOf={form.faultOf} />
    </div>
  )
}

/** The first kind that is not there yet. */
function nextKind(documents: readonly DocumentView[]) {
  return documentKinds.find(kind => !documents.some(one => one.kind === kind)) ?? 'identity'
}

type PostButtonProps = { url: string; label: string; done: string; variant?: 'secondary' }

/** A button for a step without a form: compares the names, or asks for live payments. */
export function PostButton({ url, label, done, variant }: PostButtonProps) {
  return (
    <ActionButton variant={variant} act={() => sendOnly('POST', url)} done={() => done}>
      {label}
    </ActionButton>
  )
}

type RepresentativeFormProps = { organisation: string; values: { name: string; role: string } }

/** Who represents the organisation. */
export function RepresentativeForm({ organisation, values }: RepresentativeFormProps) {
  const t = useTranslations('activation.representative')
  const form = useForm({
    send: text =>
      sendOnly('PUT', `/api/merchant/activation/representative?organisation=${organisation}`, {
        name: text('name'),
        role: text('role'),
      }),
    faults: faultsOf(['name', 'role'] as const, name => t(`faults.${name}`)),
  })
  return (
    <Form form={form} submit={t('save')} variant="secondary" done={t('saved')} className="stack gap-5">
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
        <TextField {...form.field('name', 'representative-name')} label={t('name')} defaultValue={values.name} />
        <TextField
          {...form.field('role', 'representative-role')}
          label={t('role')}
          hint={t('roleHint')}
          defaultValue={values.role}
        />
      </div>
    </Form>
  )
}
